"""The compiled functions of the surrogate's trees: codes and classes in, ticks out.

CART for several leaf sizes at once.

Notes
-----
Most of a tree has been grown before. The trees of one set of rows for different leaf sizes have
their upper nodes in common; and when a rule takes some rows away, most lower nodes are left as
they were. What is below a node depends on its rows alone: so lengths are remembered by the rows,
of which a pair of 64-bit sums of pseudo-random numbers, one a row, takes the place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turs.counting.compiling import compiled, inner
from turs.counting.tick_kernels import regret_of, xlogx_of


class Rows(NamedTuple):
    """Rows as trees see them, column by column."""

    codes: NDArray[np.uint8] | NDArray[np.uint16]  # (n_columns, n_rows)
    pairs: NDArray[np.uint16] | NDArray[np.uint32]  # (n_columns, n_rows): class * width + code
    classes: NDArray[np.uint16]  # (n_rows,)
    n_codes: NDArray[np.int64]  # (n_columns,)
    width: int  # the largest number of codes of a column
    n_classes: int
    inverse: NDArray[np.float64]  # (n_rows + 1,): 1 / n
    keys: NDArray[np.uint64]  # (n_rows,): a pseudo-random number a row


class Memory(NamedTuple):
    """Lengths of trees, remembered by their rows: a table with one place for each hash."""

    keys: NDArray[np.uint64]  # (n_places, 2): two sums over the rows
    known: NDArray[np.int64]  # (n_places, 2): first and last leaf size of known length
    lengths: NDArray[np.int64]  # (n_places, n_sizes)


# Work to do in a tree, for the leaf sizes first..last: look at a node (column -1), make a split
# (column and code), or remember the length of a node that is done (column -2). begin..end are the
# node's rows. Its counts are in a slot of the scratch counts, if not -1; from slot `free` on,
# these are free.
_TASK_FIELDS = "begin end first last column code slot free"
_TASK = np.dtype([(name, np.int64) for name in _TASK_FIELDS.split()])


@inner
def _count_classes(rows, classes, out):
    for i in range(rows.shape[0]):
        out[classes[rows[i]]] += 1


@inner
def _leaf_length(counts, n, ticks):
    length = xlogx_of(ticks, n) + regret_of(ticks, n)
    for y in range(counts.shape[0]):
        length -= xlogx_of(ticks, counts[y])
    return length


@inner
def _count_pairs(pairs, rows, counts):
    """Count rows by column and pair of code and class."""
    for j in range(pairs.shape[0]):
        column = pairs[j]
        into = counts[j]
        for i in range(rows.shape[0]):
            into[column[rows[i]]] += 1


@inner
def _list_seen(seen, occupied):
    """List the marked codes, in rising order, and clear the marks; return how many there are."""
    words = seen.view(np.uint64)
    m = 0
    for word in range(words.shape[0]):
        if words[word] != 0:
            for code in range(8 * word, 8 * word + 8):
                if seen[code]:
                    occupied[m] = code
                    m += 1
            words[word] = 0
    return m


@inner
def _splits_of_few(data, rows, node_counts, sizes, first, last, work):
    """Find the best splits of a node with few rows, for each leaf size in first..last."""
    counts, seen, occupied, _, score, splits = work
    n = rows.shape[0]
    n_classes = data.n_classes
    below = np.empty(n_classes, dtype=np.int64)
    whole = 0
    for y in range(n_classes):
        whole += node_counts[y] * node_counts[y]
    for j in range(data.codes.shape[0]):
        for i in range(n):
            row = rows[i]
            counts[data.pairs[j, row]] += 1
            seen[data.codes[j, row]] = 1
        m = _list_seen(seen, occupied)
        below[:] = 0
        n_below, squares_below, squares_above = 0, 0, whole
        for place in range(m):
            code = occupied[place]
            for y in range(n_classes):
                h = counts[y * data.width + code]
                if h:
                    counts[y * data.width + code] = 0
                    squares_below += h * (2 * below[y] + h)
                    squares_above += h * (h - 2 * (node_counts[y] - below[y]))
                    below[y] += h
                    n_below += h
            smaller = min(n_below, n - n_below)
            if smaller < sizes[first]:
                continue
            purity = squares_below * data.inverse[n_below]
            purity += squares_above * data.inverse[n - n_below]
            size = last
            while sizes[size] > smaller:
                size -= 1
            # fewer cuts are left to larger sizes: what does not improve one improves none below
            while size >= first and purity > score[size]:
                score[size] = purity
                splits[size, 0] = j
                splits[size, 1] = code
                splits[size, 2] = n_below
                size -= 1


@inner
def _sides(counts, n_codes, node_counts, width, sides):
    """Write, for each code, what is at or below it.

    ``sides`` gets the rows below, the sum of their squared class counts, and that of the rows
    above. The loops are apart so that all but the running sums are done several codes at a time.
    """
    below, squares_below, squares_above, running = sides
    below[:n_codes] = 0.0
    squares_below[:n_codes] = 0.0
    squares_above[:n_codes] = 0.0
    for y in range(node_counts.shape[0]):
        if node_counts[y] == 0:
            continue
        total = 0
        for code in range(n_codes):
            total += counts[y * width + code]
            running[code] = total
        whole = float(total)
        for code in range(n_codes):
            of_class = running[code]
            rest = whole - of_class
            below[code] += of_class
            squares_below[code] += of_class * of_class
            squares_above[code] += rest * rest


@inner
def _purities(sides, first, last, n):
    """Write how pure the two sides of each cut in first..last are over ``running``."""
    below, squares_below, squares_above, purity = sides
    for place in range(first, last + 1):
        purity[place] = squares_below[place] * (1.0 / below[place]) + squares_above[place] * (
            1.0 / (n - below[place])
        )


@inner
def _best_splits(j, sides, m, n, sizes, first, last, score, splits):
    """Improve the best split of a node for each leaf size in first..last, by one column.

    A larger leaf size allows fewer cuts, all within those of a smaller one: so the sizes are
    gone through from the largest, and each looks only at the cuts that it adds on either side.
    """
    below, purity = sides[0], sides[3]
    low, high = 0, m - 2
    while low <= high and below[low] < sizes[first]:
        low += 1
    while low <= high and n - below[high] < sizes[first]:
        high -= 1
    if low > high:
        return
    _purities(sides, low, high, float(n))
    begin, end = low, high
    while begin <= end and below[begin] < sizes[last]:
        begin += 1
    while begin <= end and n - below[end] < sizes[last]:
        end -= 1
    looked_begin, looked_end = begin, begin - 1
    best, best_place = -1.0, -1
    for size in range(last, first - 1, -1):
        while begin > low and below[begin - 1] >= sizes[size]:
            begin -= 1
        while end < high and n - below[end + 1] >= sizes[size]:
            end += 1
        for place in range(looked_begin - 1, begin - 1, -1):
            if purity[place] >= best:
                best, best_place = purity[place], place
        for place in range(looked_end + 1, end + 1):
            if purity[place] > best:
                best, best_place = purity[place], place
        looked_begin, looked_end = begin, end
        if best > score[size]:
            score[size] = best
            splits[size, 0] = j
            splits[size, 1] = best_place
            splits[size, 2] = int(below[best_place])


@inner
def _partition(column, rows, code):
    """Reorder rows so that those with at most this code come first; return how many."""
    left = 0
    right = rows.shape[0] - 1
    while left <= right:
        row = rows[left]
        if column[row] <= code:
            left += 1
        else:
            rows[left] = rows[right]
            rows[right] = row
            right -= 1
    return left


@inner
def _split_node(data, rows, task, last, sizes, ticks, scratch, work, lengths):
    """Make one node a leaf for some leaf sizes, and find its splits for the others.

    Adds the leaf's length to ``lengths`` and returns the last size that has a split (or
    ``first - 1``); the splits stand in ``work``.
    """
    _, _, _, sides, score, splits = work
    first, slot = task["first"], task["slot"]
    n = rows.shape[0]
    node_counts = np.zeros(data.n_classes, dtype=np.int64)
    _count_classes(rows, data.classes, node_counts)
    pure = node_counts.max() == n
    while last >= first and (pure or 2 * sizes[last] > n):
        lengths[last] += _leaf_length(node_counts, n, ticks)
        last -= 1
    if last < first:
        return last
    score[:] = -1.0
    splits[:, 0] = -1
    if slot < 0:
        _splits_of_few(data, rows, node_counts, sizes, first, last, work)
    else:
        for j in range(data.codes.shape[0]):
            _sides(scratch[slot, j], data.n_codes[j], node_counts, data.width, sides)
            _best_splits(j, sides, data.n_codes[j], n, sizes, first, last, score, splits)
    while last >= first and splits[last, 0] < 0:
        lengths[last] += _leaf_length(node_counts, n, ticks)
        last -= 1
    return last


@inner
def _plan_splits(task, last, splits, tasks, n_tasks):
    """Push one task for each run of leaf sizes with the same split; return how many there are."""
    size = task["first"]
    while size <= last:
        stop = size
        while (
            stop < last
            and splits[stop + 1, 0] == splits[size, 0]
            and splits[stop + 1, 1] == splits[size, 1]
        ):
            stop += 1
        tasks[n_tasks] = task
        tasks[n_tasks]["first"] = size
        tasks[n_tasks]["last"] = stop
        tasks[n_tasks]["column"] = splits[size, 0]
        tasks[n_tasks]["code"] = splits[size, 1]
        n_tasks += 1
        size = stop + 1
    return n_tasks


@inner
def _count_sides(data, rows, parent, left, right, scratch):
    """Give both sides of a split their counts: the smaller counted, the larger the rest.

    Sides with few rows do without; so does everything when there are no free slots left.
    """
    left["slot"] = -1
    right["slot"] = -1
    free = parent["free"]
    n_left, n_right = left["end"] - left["begin"], right["end"] - right["begin"]
    few = scratch.shape[2] // 2
    if parent["slot"] < 0 or max(n_left, n_right) < few or free + 2 > scratch.shape[0]:
        return
    left_is_smaller = n_left < n_right
    begin, end = parent["begin"], left["end"]
    if not left_is_smaller:
        begin, end = left["end"], parent["end"]
    scratch[free] = 0
    _count_pairs(data.pairs, rows[begin:end], scratch[free])
    whole, part, rest = scratch[parent["slot"]], scratch[free], scratch[free + 1]
    for j in range(rest.shape[0]):
        for pair in range(rest.shape[1]):
            rest[j, pair] = whole[j, pair] - part[j, pair]
    left["free"] = free + 2
    right["free"] = free + 2
    if n_left >= few:
        left["slot"] = free if left_is_smaller else free + 1
    if n_right >= few:
        right["slot"] = free + 1 if left_is_smaller else free


@inner
def _make_split(data, rows, task, tasks, n_tasks, scratch):
    """Part the rows of a task, and push a task for each side; return how many there are."""
    begin, end = task["begin"], task["end"]
    middle = begin + _partition(data.codes[task["column"]], rows[begin:end], task["code"])
    tasks[n_tasks] = task
    tasks[n_tasks + 1] = task
    left, right = tasks[n_tasks], tasks[n_tasks + 1]
    left["end"] = middle
    right["begin"] = middle
    left["column"] = -1
    right["column"] = -1
    _count_sides(data, rows, task, left, right, scratch)
    return n_tasks + 2


@inner
def _sum_keys(data, rows):
    """Return two sums that stand for a set of rows, whatever their order."""
    mixed = np.uint64(0)
    added = np.uint64(0)
    for i in range(rows.shape[0]):
        key = data.keys[rows[i]]
        mixed ^= key
        added += key
    return mixed, added


@inner
def _recall(memory, keys, first, last, lengths):
    """Add the remembered lengths of these rows, if all are known; tell whether they are."""
    place = keys[0] % np.uint64(memory.keys.shape[0])
    if memory.keys[place, 0] != keys[0] or memory.keys[place, 1] != keys[1]:
        return False
    if first < memory.known[place, 0] or last > memory.known[place, 1]:
        return False
    for size in range(first, last + 1):
        lengths[size] += memory.lengths[place, size]
    return True


@inner
def _remember(memory, keys, first, last, before, lengths):
    """Remember by how much the lengths have grown, in place of what does not go with it."""
    place = keys[0] % np.uint64(memory.keys.shape[0])
    known = memory.known[place]
    same = memory.keys[place, 0] == keys[0] and memory.keys[place, 1] == keys[1]
    if same and first <= known[1] + 1 and last >= known[0] - 1:
        known[0] = min(known[0], first)
        known[1] = max(known[1], last)
    else:
        known[0] = first
        known[1] = last
    memory.keys[place, 0] = keys[0]
    memory.keys[place, 1] = keys[1]
    for size in range(first, last + 1):
        memory.lengths[place, size] = lengths[size] - before[size]


@inner
def _look_at(data, rows, task, sizes, ticks, memory, scratch, work, lengths, before):
    """Find what becomes of a node; return the last leaf size for which it is split.

    What is remembered of its rows is not looked into.
    """
    mine = rows[task["begin"] : task["end"]]
    first, last = task["first"], task["last"]
    if _recall(memory, _sum_keys(data, mine), first, last, lengths):
        return first - 1
    before[:] = lengths
    return _split_node(data, mine, task, last, sizes, ticks, scratch, work, lengths)


@compiled
def tree_lengths(data, rows, sizes, ticks, memory, scratch, lengths):
    """Add to ``lengths`` that of the CART tree of some rows, for each minimal leaf size.

    Parameters
    ----------
    data : Rows
    rows : int32 array
        The rows of the tree. Reordered.
    sizes : int64 array
        Least numbers of rows in a leaf, rising; the first of those of the memory.
    ticks : Ticks
    memory : Memory
        What is known of trees, and will be.
    scratch : int32 array, shape (n_slots, n_columns, n_pairs)
        Room for counts.
    """
    work = (
        np.zeros(scratch.shape[2], dtype=np.int32),
        np.zeros((data.width + 8) // 8 * 8, dtype=np.uint8),
        np.empty(data.width, dtype=np.int64),
        np.empty((4, data.width), dtype=np.float64),
        np.empty(sizes.shape[0], dtype=np.float64),
        np.empty((sizes.shape[0], 3), dtype=np.int64),
    )
    tasks = np.zeros(256, dtype=_TASK)
    before = np.zeros((256, sizes.shape[0]), dtype=np.int64)
    current = np.zeros(1, dtype=_TASK)
    tasks[0]["end"], tasks[0]["last"], tasks[0]["column"] = rows.shape[0], sizes.shape[0] - 1, -1
    tasks[0]["free"] = 1
    scratch[0] = 0
    _count_pairs(data.pairs, rows, scratch[0])
    n_tasks = 1
    while n_tasks > 0:
        n_tasks -= 1
        current[0] = tasks[n_tasks]
        task = current[0]
        if n_tasks + sizes.shape[0] + 3 > tasks.shape[0]:
            tasks = np.concatenate((tasks, np.zeros_like(tasks)))
            before = np.concatenate((before, np.zeros_like(before)))
        if task["column"] >= 0:
            n_tasks = _make_split(data, rows, task, tasks, n_tasks, scratch)
        elif task["column"] == -2:
            keys = _sum_keys(data, rows[task["begin"] : task["end"]])
            _remember(memory, keys, task["first"], task["last"], before[n_tasks], lengths)
        else:
            last = _look_at(
                data, rows, task, sizes, ticks, memory, scratch, work, lengths, before[n_tasks]
            )
            if last >= task["first"]:
                tasks[n_tasks]["column"] = -2
                n_tasks = _plan_splits(task, last, work[5], tasks, n_tasks + 1)
