from benchmarks.markdown import table


def test_a_table_has_a_line_below_its_header() -> None:
    text = table(["set", "AUC"], [["iris", "0.9"]])
    assert text == "| set | AUC |\n| --- | ---: |\n| iris | 0.9 |\n"
