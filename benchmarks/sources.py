"""Where the paper's data sets can be had, and how what is there becomes one plain CSV file.

The files are made to look like those behind the paper's tables: the same rows in the same order,
the class last.
"""

from __future__ import annotations

import csv
import http.client
import io
import urllib.request
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from benchmarks import lzw

Rows = list[list[str]]

_UCI = "https://archive.ics.uci.edu/ml/machine-learning-databases/"
_TIMEOUT_SECONDS = 60


class SourceError(OSError):
    """A data set could not be had, or is not what it was."""


@dataclass(frozen=True)
class Source:
    """Where a data set is, and what makes rows of it.

    Attributes
    ----------
    url : str
    read : callable
        Turns the bytes there into rows, the class last; a header, if any, first.
    """

    url: str
    read: Callable[[bytes], Rows]


def csv_rows(text: str) -> Rows:
    """Return the rows of a CSV text, without blank lines and blanks around values.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of list of str
    """
    rows = ([cell.strip() for cell in row] for row in csv.reader(io.StringIO(text, newline="")))
    return [row for row in rows if any(row)]


def download(source: Source) -> str:
    """Return a data set as the text of a CSV file.

    Parameters
    ----------
    source : Source

    Returns
    -------
    str

    Raises
    ------
    SourceError
        When the address does not answer, or what it answers cannot be read.
    """
    request = urllib.request.Request(source.url, headers={"User-Agent": "turs-benchmarks"})
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as answer:
            rows = source.read(answer.read())
    except (OSError, http.client.HTTPException) as error:
        raise SourceError(f"{source.url} does not answer ({error})") from error
    except (zipfile.BadZipFile, csv.Error, KeyError, ValueError) as error:
        raise SourceError(f"what {source.url} answers cannot be read ({error})") from error
    return _as_text(rows)


def _as_text(rows: Iterable[list[str]]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _plain(data: bytes) -> Rows:
    return csv_rows(data.decode("utf-8"))


def _compressed(data: bytes) -> Rows:
    return _plain(lzw.decompress(data))


def _class_first(data: bytes) -> Rows:
    """Change places of the first column, the class, and the last."""
    return [[row[-1], *row[1:-1], row[0]] for row in _plain(data)]


def _avila(data: bytes) -> Rows:
    header = [f"F{number}" for number in range(1, 11)] + ["Class"]
    parts = (_plain(_member(data, name)) for name in ("avila-tr.txt", "avila-ts.txt"))
    return [header, *(row for part in parts for row in part)]


def _anuran(data: bytes) -> Rows:
    header, *rows = _plain(_member(data, "Frogs_MFCCs.csv"))
    keep = [*range(22), header.index("Family")]
    kept = [[str(number), *(row[i] for i in keep)] for number, row in enumerate(rows)]
    return [["", *(header[i] for i in keep)], *kept]


def _diabetes(data: bytes) -> Rows:
    names = "Pregnancies Glucose BloodPressure SkinThickness Insulin BMI DiabetesPedigreeFunction"
    return [[*names.split(), "Age", "Outcome"], *_plain(data)]


def _member(data: bytes, name: str) -> bytes:
    """Return a file of a zip archive, in whichever folder it is."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for path in archive.namelist():
            if path.rpartition("/")[2] == name:
                return archive.read(path)
    raise KeyError(f"no {name} in the archive")


# The UCI archive no longer has diabetes; this copy is the one that most people use.
_DIABETES = (
    "https://raw.githubusercontent.com/jbrownlee/Datasets/master/pima-indians-diabetes.data.csv"
)

SOURCES: dict[str, Source] = {
    "anuran": Source(_UCI + "00406/Anuran%20Calls%20(MFCCs).zip", _anuran),
    "avila": Source(_UCI + "00459/avila.zip", _avila),
    "backnote": Source(_UCI + "00267/data_banknote_authentication.txt", _plain),
    "car": Source(_UCI + "car/car.data", _plain),
    "chess": Source(_UCI + "chess/king-rook-vs-king-pawn/kr-vs-kp.data", _plain),
    "contracept": Source(_UCI + "cmc/cmc.data", _plain),
    "diabetes": Source(_DIABETES, _diabetes),
    "ionosphere": Source(_UCI + "ionosphere/ionosphere.data", _plain),
    "iris": Source(_UCI + "iris/iris.data", _plain),
    "magic": Source(_UCI + "magic/magic04.data", _plain),
    "tic-tac-toe": Source(_UCI + "tic-tac-toe/tic-tac-toe.data", _plain),
    "waveform": Source(_UCI + "waveform/waveform.data.Z", _compressed),
    "wine": Source(_UCI + "wine/wine.data", _class_first),
}
