"""Names of result columns, and those inside a query."""

from turs.formats.sql.names import free_prefix, result_names


def test_names_that_are_free_stay() -> None:
    assert result_names(["probability_a", "predicted_class"], ["age"]) == [
        "probability_a",
        "predicted_class",
    ]


def test_a_suffix_that_is_taken_too() -> None:
    assert result_names(["p"], ["P", "p_2", "P_3"]) == ["p_4"]


def test_names_among_themselves() -> None:
    assert result_names(["p", "P", "p"], []) == ["p", "P_2", "p_3"]


def test_a_long_name_is_cut_between_characters() -> None:
    assert result_names(["aéé", "aéé"], [], most_bytes=4) == ["aé", "a_2"]


def test_a_long_name_of_the_table_is_cut_as_well() -> None:
    assert result_names(["abcd"], ["abcdef"], most_bytes=4) == ["ab_2"]


def test_prefix() -> None:
    assert free_prefix([]) == "turs_"
    assert free_prefix(["turs_", "Turs2_x", "x"]) == "turs3_"
