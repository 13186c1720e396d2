"""Files: text read whole, and written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from turs.exceptions import InputTypeError, ModelFileError
from turs.replacing import Replacement


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a UTF-8 file.

    Parameters
    ----------
    path : str or path
        The file.

    Returns
    -------
    str

    Raises
    ------
    ModelFileError
        When the file is not UTF-8.
    InputTypeError
        When the path is neither a text nor a path.
    OSError
        When it cannot be read; the message says why.
    """
    name = _name(path)
    try:
        return Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise type(error)(f"cannot load {name!r}: {_why_unread(error)}") from None
    except UnicodeDecodeError as error:
        raise ModelFileError(
            f"{name}: the file is not UTF-8 text (byte {error.start}), so it is not a model file"
        ) from None


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a UTF-8 file so that its name never stands for a part of the text.

    Parameters
    ----------
    path : str or path
        The file; one that exists is replaced at once, and keeps its permissions.
    text : str
        All of it.

    Raises
    ------
    InputTypeError
        When the path is neither a text nor a path.
    OSError
        When the file cannot be written; whatever was there before is unchanged.
    """
    replacement = Replacement(_name(path))
    try:
        replacement.file.write(text.encode())
    except OSError as error:
        raise replacement.sentence(error) from None
    else:
        replacement.commit()
    finally:
        replacement.discard()


def _name(path: str | os.PathLike[str]) -> str:
    name = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(name, str):
        raise InputTypeError(f"the path of a file must be a text or a path, not {path!r}")
    return name


def _why_unread(error: OSError) -> str:
    if isinstance(error, IsADirectoryError):
        return "it is a directory; add the name of a file"
    if isinstance(error, PermissionError):
        return "reading it is not permitted"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "there is no such file; check its name and directory"
    return error.strerror or str(error)
