"""What every room's tests share: the paper's data sets, and how hypothesis searches."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

DATA_SETS = (
    "anuran",
    "avila",
    "backnote",
    "car",
    "chess",
    "contracept",
    "diabetes",
    "ionosphere",
    "iris",
    "magic",
    "tic-tac-toe",
    "waveform",
    "wine",
)

# The first call of a compiled function takes seconds, so a deadline says nothing. In CI the same
# examples are tried every time, so that a failure there can be repeated at the desk.
settings.register_profile("turs", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("turs")


@pytest.fixture(scope="session")
def uci_directory() -> Path:
    """The directory with the paper's 13 data sets as CSV files; skips the test without them.

    It is ``$TURS_DATA_DIR``, or ``../shared/data/uci`` beside the checkout. With
    ``TURS_REQUIRE_DATA=1`` a test that would be skipped fails.
    """
    directory = Path(os.environ.get("TURS_DATA_DIR") or ROOT.parent / "shared" / "data" / "uci")
    absent = [name for name in DATA_SETS if not (directory / f"{name}.csv").is_file()]
    if not absent:
        return directory
    message = (
        f"not compared with the paper: {', '.join(absent)} not found in {directory}; "
        "set TURS_DATA_DIR to the directory with the 13 data sets as CSV files"
    )
    if os.environ.get("TURS_REQUIRE_DATA") == "1":
        pytest.fail(message, pytrace=False)
    pytest.skip(message)
