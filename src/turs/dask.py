"""Learn from tables that one machine cannot hold: the same model, from a dask cluster.

``pip install turs[dask]`` installs what it needs.
"""

try:
    from turs.distributed.estimator import DaskTURSClassifier
except ModuleNotFoundError as error:
    if error.name not in {"dask", "distributed"}:
        raise
    raise ImportError(
        f"turs.dask needs {error.name}, which is not installed; "
        "`pip install turs[dask]` installs it"
    ) from error

__all__ = ["DaskTURSClassifier"]
