"""What pages say of the benchmarks of the cluster: passages of :mod:`docs.measured`."""

from __future__ import annotations

from docs.results import Row, markdown, read


def cluster() -> str:
    """Return what a fit takes on a cluster of this machine, and in memory."""
    head = ["rows", "engine", "workers", "seconds", "seconds a rule", "rounds a rule"]
    head += ["MB out a rule", "MB in a rule"]
    return markdown(head, map(_cluster_line, read("cluster")), 2)


def beside_local() -> str:
    """Return how much longer the cluster takes than the memory of one machine."""
    rows = read("cluster")
    said = []
    for n_rows in sorted({int(row["n_rows"]) for row in rows}):
        best = {engine: _least(rows, engine, n_rows) for engine in ("local", "cluster")}
        times = best["cluster"] / best["local"]
        said.append(f"{times:.1f} times as long with {_counted(n_rows)} rows")
    [cores] = {row["machine"].partition(",")[0].split()[-1] for row in rows}
    [n_rules] = {row["n_rules"] for row in rows}
    return (
        f"These fits end after {n_rules} rules. On {cores} cores the cluster takes, best against "
        f"best, {' and '.join(said)}.\n{_equal(rows)}"
    )


def larger_than_memory() -> str:
    """Return how much memory a fit takes that does not fit into a worker."""
    lines = [
        [
            f"{int(row['n_rows']):,}",
            _gigabytes(row["table_megabytes"]),
            f"{row['n_workers']} of {_gigabytes(row['limit_megabytes'])}",
            f"{float(row['driver_megabytes']):.0f} MB",
            f"{float(row['worker_megabytes']):.0f} MB",
            row["n_lost"],
        ]
        for row in read("larger_than_memory")
    ]
    head = ["rows", "as `float64`", "workers", "driver, at most", "a worker, at most"]
    return markdown([*head, "workers lost"], lines, 0)


def cluster_rounds() -> str:
    """Return what a rule takes in rounds and bytes, and what an empty round takes."""
    alone = [row for row in read("cluster") if row["engine"] == "cluster"]
    row = max(alone, key=lambda row: (int(row["n_rows"]), -int(row["n_workers"])))
    n_searched = int(row["n_searched"])
    of_all, of_beams, of_trees = (
        f"{int(row[rounds]) / n_searched:.0f}"
        for rounds in ("n_rounds", "beam_rounds", "tree_rounds")
    )
    empty = [1000 * float(row["empty_round_seconds"]) for row in alone]
    return (
        f"A rule takes {of_all} rounds: {of_beams} for beams, {of_trees} for the levels of trees, "
        "the rest for overlaps and scores.\n"
        f"A round in which no worker has a row takes {min(empty):.0f} to "
        f"{max(empty):.0f} ms; a question has {_of_task(row, 'bytes_out')} and an answer "
        f"{_of_task(row, 'bytes_in')}, on average."
    )


def cluster_check() -> str:
    """Return what the model on paper says of fits that were measured."""
    rows = [row for row in read("cluster_model") if row["kind"] != "forecast"]
    lines = [
        [
            f"{int(row['n_rows']):,}",
            row["n_workers"],
            f"{row['n_rounds']} / {row['measured_rounds']}",
            f"{_megabytes(row, 'bytes_out', 'bytes_in')} / {_megabytes(row, 'measured_bytes')}",
            f"{float(row['seconds']):.0f} / {float(row['measured_seconds']):.0f}",
            _error(row),
        ]
        for row in rows
    ]
    head = ["rows", "workers", "rounds, on paper / measured", "MB", "seconds", "error"]
    return markdown(head, lines, 0)


def cluster_forecast() -> str:
    """Return what the model on paper says of fits that nobody made."""
    rows = [row for row in read("cluster_model") if row["kind"] == "forecast"]
    parts = [f"{part}_seconds" for part in ("reading", "latency", "wire", "counting", "driver")]
    lines = [
        [
            *_forecast_size(row),
            f"{float(row['seconds']) / 3600:.1f}",
            *(f"{float(row[part]) / 3600:.2f}" for part in parts),
            f"{float(row['worker_bytes']) / 1e9:.1f}",
            f"{float(row['driver_bytes']) / 1e6:.0f}",
            f"{float(row['least_gain_bits']):,.0f}",
        ]
        for row in rows
    ]
    head = ["rows", "columns", "classes", "machines", "workers", "hours"]
    head += ["reading", "latency", "wire", "counting", "driver"]
    return markdown([*head, "GB a machine", "MB driver", "bits unseen"], lines, 0)


def _cluster_line(row: Row) -> list[str]:
    n_workers = row["n_workers"]
    line = [
        f"{int(row['n_rows']):,}",
        "in memory" if row["engine"] == "local" else "cluster",
        f"{n_workers} thread{'s' * (n_workers != '1')}" if row["engine"] == "local" else n_workers,
        f"{float(row['fit_seconds']):.0f}",
        f"{float(row['seconds_a_rule']):.2f}",
    ]
    if row["engine"] == "local":
        return [*line, "", "", ""]
    a_rule = 1 / int(row["n_searched"])
    sent = [f"{a_rule * int(row[way]) / 1e6:.1f}" for way in ("bytes_out", "bytes_in")]
    return [*line, f"{a_rule * int(row['n_rounds']):.0f}", *sent]


def _least(rows: list[Row], engine: str, n_rows: int) -> float:
    return min(
        float(row["fit_seconds"])
        for row in rows
        if row["engine"] == engine and int(row["n_rows"]) == n_rows
    )


def _equal(rows: list[Row]) -> str:
    """Return whether all engines found the same models."""
    models: dict[str, set[str]] = {}
    for row in rows:
        models.setdefault(row["n_rows"], set()).add(row["model"])
    if any(len(found) > 1 for found in models.values()):
        raise ValueError("cluster.csv has different models of the same rows")
    return "The models are equal, byte for byte."


def _counted(n_rows: int) -> str:
    millions = n_rows // 1_000_000
    return "a million" if millions == 1 else f"{millions} million"


def _forecast_size(row: Row) -> list[str]:
    """Return what is fitted, and where; the engine has one task a round for each worker."""
    star = " *" if "trees" in row["name"] else ""
    power, workers = len(row["n_rows"]) - 1, f"{int(row['n_tasks']):,}{star}"
    return [f"10^{power}", row["n_columns"], row["n_classes"], row["n_workers"], workers]


def _gigabytes(megabytes: str) -> str:
    return f"{float(megabytes) / 1000:.1f} GB"


def _megabytes(row: Row, *columns: str) -> str:
    return f"{sum(int(row[column]) for column in columns) / 1e6:.0f}"


def _of_task(row: Row, column: str) -> str:
    return f"{int(row[column]) / int(row['n_tasks']) / 1000:.0f} kB"


def _error(row: Row) -> str:
    if row["kind"] == "fitted":
        return "constants"
    return f"{float(row['error_percent']):+.0f} %"
