import io
import zipfile

import pytest

from benchmarks.sources import SOURCES, csv_rows


def zipped(**files: str) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name, text in files.items():
            file.writestr(f"folder/{name}", text)
    return archive.getvalue()


def test_blank_lines_and_blanks_around_values_are_left_out() -> None:
    assert csv_rows("a, b\r\n1,2 \r\n\r\n,\r\n\n") == [["a", "b"], ["1", "2"]]


def test_there_is_a_source_for_each_of_the_13() -> None:
    assert len(SOURCES) == 13
    assert all(source.url.startswith("https://") for source in SOURCES.values())


def test_plain_files_stay_as_they_are() -> None:
    assert SOURCES["iris"].read(b"5.1,3.5,a\n4.9,3.0,b\n\n") == [
        ["5.1", "3.5", "a"],
        ["4.9", "3.0", "b"],
    ]


def test_wine_has_its_class_put_last() -> None:
    assert SOURCES["wine"].read(b"1,14.23,1.71,1065\n") == [["1065", "14.23", "1.71", "1"]]


def test_diabetes_gets_its_header() -> None:
    header, row = SOURCES["diabetes"].read(b"6,148,72,35,0,33.6,0.627,50,1\n")
    assert (header[0], header[6:]) == (
        "Pregnancies",
        ["DiabetesPedigreeFunction", "Age", "Outcome"],
    )
    assert len(header) == len(row) == 9


def test_avila_is_two_files_after_each_other() -> None:
    numbers = ",".join("0" * 10)
    archive = zipped(**{"avila-ts.txt": f"{numbers},B\r\n", "avila-tr.txt": f"{numbers},A\r\n"})
    rows = SOURCES["avila"].read(archive)
    assert [row[-1] for row in rows] == ["Class", "A", "B"]
    assert rows[0][:2] == ["F1", "F2"]


def test_anuran_gets_its_row_numbers_and_keeps_one_of_three_classes() -> None:
    names = ",".join(f"MFCCs_{i:2}" for i in range(1, 23))
    numbers = ",".join(map(str, range(22)))
    text = (
        f"{names},Family,Genus,Species,RecordID\n"
        f"{numbers},Hylidae,Hyla,HylaMinuta,1\n"
        f"{numbers},Bufonidae,Rhinella,RhinellaGranulosa,60\n"
    )
    header, first, second = SOURCES["anuran"].read(zipped(**{"Frogs_MFCCs.csv": text}))
    assert header == ["", *names.split(","), "Family"]
    assert first == ["0", *numbers.split(","), "Hylidae"]
    assert (second[0], second[-1]) == ("1", "Bufonidae")


def test_an_archive_without_the_file_is_refused() -> None:
    with pytest.raises(KeyError, match="Frogs_MFCCs"):
        SOURCES["anuran"].read(zipped(other="1"))
