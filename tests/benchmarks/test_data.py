"""The paper's data sets: what is read, where it is looked for, and what is downloaded."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from benchmarks import data
from benchmarks.data import FACTS, NAMES, DataError, fingerprint, load_data_set, parse
from benchmarks.sources import SOURCES

FLOWERS = "".join(
    f"{4.5 + i % 10 / 10},{3 + i // 50},1.4,0.2,Iris-{'abc'[i // 50]}\n" for i in range(150)
)


@pytest.fixture(autouse=True)
def nothing_at_hand(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide what this machine has, and keep downloads out of the real cache."""
    monkeypatch.delenv("TURS_DATA_DIR", raising=False)
    monkeypatch.setattr(data, "BESIDE_THE_CHECKOUT", tmp_path / "nowhere")
    monkeypatch.setattr(data, "cache_directory", lambda: tmp_path / "cache" / "uci")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A directory and the address at which it is served."""
    directory = tmp_path / "served"
    directory.mkdir()

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Leave standard error alone."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(directory)))
    thread = threading.Thread(target=http.serve_forever)
    thread.start()
    yield directory, f"http://127.0.0.1:{http.server_port}"
    http.shutdown()
    thread.join()
    http.server_close()


def serve_at(monkeypatch: pytest.MonkeyPatch, name: str, url: str) -> None:
    monkeypatch.setitem(SOURCES, name, replace(SOURCES[name], url=url))


@pytest.mark.parametrize("name", FACTS)
def test_the_real_files(uci_directory: Path, name: str) -> None:
    data_set = load_data_set(name, uci_directory)
    assert fingerprint(data_set) == FACTS[name].fingerprint
    assert {len(values) for values in data_set.X.values()} == {len(data_set.y)}


def test_types_of_the_real_files(uci_directory: Path) -> None:
    kinds = {
        name: "".join(v.dtype.kind for v in load_data_set(name, uci_directory).X.values())
        for name in ("car", "contracept", "diabetes", "iris")
    }
    assert kinds == {
        "car": "UUUUUU",
        "contracept": "iiiiiiiii",
        "diabetes": "iiiiiffi",
        "iris": "ffff",
    }


def test_headers_of_the_real_files(uci_directory: Path) -> None:
    assert list(load_data_set("avila", uci_directory).X)[:2] == ["F1", "F2"]
    assert list(load_data_set("anuran", uci_directory).X)[:2] == ["index", "MFCCs_ 1"]
    assert list(load_data_set("iris", uci_directory).X) == ["x0", "x1", "x2", "x3"]


def test_anuran_without_its_index(uci_directory: Path) -> None:
    whole, without = (load_data_set(n, uci_directory) for n in ("anuran", "anuran-noindex"))
    assert list(without.X) == list(whole.X)[1:]
    assert without.name == "anuran-noindex"
    np.testing.assert_array_equal(whole.X["index"], np.arange(7195))
    np.testing.assert_array_equal(without.y, whole.y)


def test_columns_are_integers_floats_or_strings() -> None:
    data_set = parse("iris", "1,1.5,a,x\n2,2,3,y\n\n \n")
    assert [values.tolist() for values in data_set.X.values()] == [[1, 2], [1.5, 2.0], ["a", "3"]]
    assert [values.dtype.kind for values in data_set.X.values()] == ["i", "f", "U"]
    assert data_set.y.tolist() == ["x", "y"]


def test_a_header_may_have_blanks_and_an_empty_name() -> None:
    assert list(parse("avila", "F1, F2, Class\n1,2,A\n3,4,B\r\n").X) == ["F1", "F2"]
    assert list(parse("anuran", ",MFCCs_ 1,Family\n0,0.5,A\n").X) == ["index", "MFCCs_ 1"]


def test_rows_of_different_length_are_refused() -> None:
    with pytest.raises(DataError, match="same number of values"):
        parse("iris", "1,2,a\n1,b\n")
    with pytest.raises(DataError, match="same number of values"):
        parse("iris", "")


def test_the_fingerprint_does_not_depend_on_how_numbers_are_written() -> None:
    written = ["1.0,0.15293629822038401,a\n2.0,3,b\n", "1,0.152936298220384,a\n2,3.0,b\n"]
    assert len({fingerprint(parse("iris", text)) for text in written}) == 1
    assert fingerprint(parse("iris", "2,3,b\n1,0.152936298220384,a\n")) != fingerprint(
        parse("iris", written[0])
    )


def test_take_keeps_the_rows_asked_for() -> None:
    taken = parse("iris", "1,a\n2,b\n3,c\n").take(np.array([2, 0]))
    assert (taken.X["x0"].tolist(), taken.y.tolist()) == ([3, 1], ["c", "a"])


def test_the_names_begin_with_the_smallest() -> None:
    assert (NAMES[0], NAMES[-2:]) == ("iris", ("avila", "anuran-noindex"))
    assert len(NAMES) == 14


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(DataError, match="no data set 'irises'; there are iris, wine"):
        load_data_set("irises")


def test_the_directory_given_comes_before_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("given", "variable"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "iris.csv").write_text(FLOWERS)
    monkeypatch.setenv("TURS_DATA_DIR", str(tmp_path / "variable"))
    assert data.find_file("iris", tmp_path / "given").parent.name == "given"
    assert data.find_file("iris").parent.name == "variable"


def test_a_directory_without_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no wine\.csv in"):
        load_data_set("wine", tmp_path)


def test_a_file_of_another_size_is_refused(tmp_path: Path) -> None:
    (tmp_path / "iris.csv").write_text(FLOWERS + FLOWERS)
    with pytest.raises(DataError, match="300 rows, 4 variables and 3 classes; the paper's has 150"):
        load_data_set("iris", tmp_path)


def test_files_beside_the_checkout_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "BESIDE_THE_CHECKOUT", tmp_path)
    (tmp_path / "iris.csv").write_text(FLOWERS)
    assert data.find_file("iris") == tmp_path / "iris.csv"


def test_what_is_nowhere_is_downloaded_once(
    server: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory, url = server
    (directory / "iris.data").write_text(FLOWERS + "\n")
    serve_at(monkeypatch, "iris", f"{url}/iris.data")
    monkeypatch.setitem(
        FACTS, "iris", replace(FACTS["iris"], fingerprint=fingerprint(parse("iris", FLOWERS)))
    )
    assert len(load_data_set("iris").y) == 150
    (directory / "iris.data").unlink()
    assert len(load_data_set("iris").y) == 150
    assert [path.name for path in (tmp_path / "cache" / "uci").iterdir()] == ["iris.csv"]


def test_other_rows_than_the_papers_give_a_warning(
    server: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory, url = server
    (directory / "iris.data").write_text(FLOWERS)
    serve_at(monkeypatch, "iris", f"{url}/iris.data")
    with pytest.warns(UserWarning, match="its folds are others"):
        load_data_set("iris")


@pytest.mark.parametrize(
    ("name", "file", "message"),
    [
        ("iris", "absent", "cannot download iris: .*404.*set TURS_DATA_DIR"),
        ("iris", "short", "has 1 rows"),
        ("avila", "short", "cannot be read .File is not a zip file"),
        ("waveform", "short", "cannot be read .a .Z file begins with"),
    ],
)
def test_a_bad_download_leaves_nothing_behind(
    server: tuple[Path, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    file: str,
    message: str,
) -> None:
    directory, url = server
    (directory / "short").write_text("5.1,3.5,1.4,0.2,a\n")
    serve_at(monkeypatch, name, f"{url}/{file}")
    with pytest.raises(DataError, match=message):
        load_data_set(name)
    assert not (tmp_path / "cache").exists()


def test_a_server_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    serve_at(monkeypatch, "iris", "http://127.0.0.1:1/iris.data")
    with pytest.raises(DataError, match=r"cannot download iris: http://127\.0\.0\.1:1/iris"):
        load_data_set("iris")


def test_downloads_are_kept_where_the_system_keeps_such_things(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert data.cache_directory() == tmp_path / "turs" / "uci"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert data.cache_directory() == tmp_path / "local" / "turs" / "uci"
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data.cache_directory() == tmp_path / "Library" / "Caches" / "turs" / "uci"
