from pathlib import Path

import pytest

from benchmarks import canvas


def test_without_matplotlib_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(canvas.importlib, "import_module", absent)
    with pytest.raises(canvas.PictureError, match="make paper"):
        canvas.new_figure(1, 1)


def test_a_picture_is_the_same_each_time(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed; the group bench has it")
    texts = []
    for name in ("one", "two"):
        figure = canvas.new_figure(2, 2)
        figure.add_subplot().plot([1, 2], [3, 4])
        texts.append(canvas.save(figure, tmp_path / name / "picture.svg").read_bytes())
    assert texts[0] == texts[1]
