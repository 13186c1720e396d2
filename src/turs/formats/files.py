"""Files: text read whole, and written whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from pathlib import Path

from turs.exceptions import InputTypeError, ModelFileError


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
    name = _name(path)
    # A link goes on pointing to the file that is replaced.
    target = Path(os.path.realpath(name))
    try:
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):
            _write_special(target, mode, text)
        else:
            _replace(target, mode, text)
    except OSError as error:
        raise type(error)(f"cannot save to {name!r}: {_why_unwritten(error, target)}") from None


def _name(path: str | os.PathLike[str]) -> str:
    name = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(name, str):
        raise InputTypeError(f"the path of a file must be a text or a path, not {path!r}")
    return name


def _mode(target: Path) -> int | None:
    return target.stat().st_mode if target.exists() else None


def _write_special(target: Path, mode: int, text: str) -> None:
    """Write to a pipe or a device, which has no other name to write under first."""
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "is a directory", str(target))
    target.write_text(text, encoding="utf-8")


def _replace(target: Path, mode: int | None, text: str) -> None:
    temporary = target.with_name(f".{target.name[:200]}.{secrets.token_hex(8)}.tmp")
    try:
        with open(temporary, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(stat.S_IMODE(mode))
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


def _why_unread(error: OSError) -> str:
    if isinstance(error, IsADirectoryError):
        return "it is a directory; add the name of a file"
    if isinstance(error, PermissionError):
        return "reading it is not permitted"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "there is no such file; check its name and directory"
    return error.strerror or str(error)


def _why_unwritten(error: OSError, target: Path) -> str:
    if isinstance(error, IsADirectoryError):
        return "it is a directory; add the name of a file"
    if isinstance(error, PermissionError):
        return "writing in its directory is not permitted; choose another"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        # Some directories, such as /proc, refuse a new file as if they were not there.
        if target.parent.is_dir():
            return f"the directory {str(target.parent)!r} takes no new file; choose another"
        return f"there is no directory {str(target.parent)!r}; make it first"
    return error.strerror or str(error)
