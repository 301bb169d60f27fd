"""The parts of a discussion: text that stands in elements of one kind, one for each post or comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.regions.post_bodies import MIN_DATED_SHARE, by_kind, named_posts, post_candidates, post_dates
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags

T = TypeVar("T", bound=np.generic)

_FIGURE = re.compile(rb"[0-9]")
_LISTS = tags.flags("ul ol")

LEVELS = 12
"""How far up from a text its post is looked for."""

COVERED, ANSWERS = 0.6, 0.1
"""Shares of the characters that the elements of a kind must hold to be the posts, and to be the answers behind all that
they do not hold, such as a long question."""

_ANSWERING, _SIGNED, _DATED = range(3)
"""Kinds of elements that may be the posts, the best last: answers with dates, what holds most of the text and is named
or signed, and what does so and has dates."""

QUESTION = (_DATED, 2)
"""The rank of a kind that may be a question and the box of all its answers."""

BESIDE = 60
"""Text rows before the first given one and behind the last in which the date or the name of a post is looked for."""


def split_posts(page: Page, positions: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Group text rows into posts, in document order.

    positions: of the rows in ``page.columns.text_rows``, in order. Text outside the elements of the posts
    (`find_posts`) is one more post, the first: the one that was answered.
    """
    if not len(positions):
        return []
    return cut(positions, find_posts(page, positions))


def cut(values: NDArray[T], group: NDArray[np.int64]) -> list[NDArray[T]]:
    """The values of each group, in the order of the groups; group: the number of each value's. None without values."""
    if not len(values):
        return []
    order = np.argsort(group, kind="stable")
    return [values[part] for part in np.split(order, np.flatnonzero(np.diff(group[order])) + 1)]


def find_posts(
    page: Page,
    positions: NDArray[np.intp],
    called: NDArray[np.bool_] | None = None,
    days: NDArray[np.intp] | None = None,
) -> NDArray[np.int64]:
    """For each of some text rows the number of its post, in document order; -1 where it stands in none.

    positions: of the rows in ``page.columns.text_rows``, in order, one or more. called: for each row of the page
    whether its name calls it a post; by default `named_posts`. days: rows that are dates too, given where no date
    has its year. The posts are elements of one kind (tag, id and class)
    of which there are two or more and which hold most of the text, but not paragraphs, list items and the like where no
    class or id calls them posts. Of several such kinds it is the one of which most have a date in them; if that is
    none, the highest that is named so or has some text beside the given ones in or before each element: parts of one
    post have not; those that are named so come before such that stand within each other, of which more than one has
    text of its own. Where no kind holds most of the text, it is one with dates that holds all of it behind the first of
    its elements: answers to a long question, also where that and all of them stand in two elements of one kind. Lists
    within each other hold replies and are none. A reply within a post is a post of its own; what has the tags of one
    and no date, and is a quotation for the most part, as of phpBB 2, is none.
    """
    columns = page.columns
    rows = columns.text_rows[positions]
    chars = columns.chars[rows]
    total = int(chars.sum())
    above, at = np.zeros(len(columns), np.bool_), rows
    for _ in range(LEVELS):
        at = np.maximum(columns.parent[at], 0)
        above[at] = True
    above[0] = False
    elements = np.flatnonzero(above)
    named = named_posts(page) if called is None else called
    elements = post_candidates(page, elements, named)
    best, rank = None, (-1, 0)
    dates = others = None  # most pages without posts have no such kind
    for instances in _kinds(page, elements, named, ANSWERS * total):
        within = columns.end[instances[:-1]] > instances[1:]
        if _LISTS[columns.tag[instances[0]]] and within.any():
            continue
        owner = owner_of(instances, columns.end, rows)
        if within.all() and len(np.unique(owner[owner >= 0])) == 1:
            continue  # areas within each other, all of whose text stands in one
        inside = owner >= 0
        held = chars[inside].sum()
        if held < COVERED * total and (held < ANSWERS * total or not inside[inside.argmax() :].all()):
            continue
        if dates is None or others is None:
            around = columns.text_rows[max(int(positions[0]) - BESIDE, 0) : int(positions[-1]) + BESIDE]
            dates, others = post_dates(page, around), np.setdiff1d(around, rows)
            dates = dates if days is None else np.union1d(dates, days)
        has_date = _numbered(owner_of(instances, columns.end, dates), len(instances))
        own = ~_quotations(page, rows, instances, owner, has_date)
        if days is None and not own.all():
            instances, has_date = instances[own], has_date[own]
            owner = owner_of(instances, columns.end, rows)
        posts = _numbered(owner, len(instances))
        dated = int((posts & has_date).sum())
        own_rank = (-1, 0)
        if dated and dated >= MIN_DATED_SHARE * posts.sum():
            own_rank = (_DATED if held >= COVERED * total or rank == QUESTION < (_DATED, dated) else _ANSWERING, dated)
        elif held >= COVERED * total and rank < (_SIGNED, 1):
            if named[instances].all():
                own_rank = (_SIGNED, 1)
            elif rank < (_SIGNED, 0) and _are_signed(posts, instances, columns.end, others):
                # Elements within each other may be a column of the page and one of each post.
                own_rank = (_SIGNED, int((columns.end[instances[:-1]] <= instances[1:]).all()))
        if own_rank > rank:
            best, rank = owner, own_rank
    return np.full(len(rows), -1, np.int64) if best is None else best


def _numbered(numbers: NDArray[np.int64], n: int) -> NDArray[np.bool_]:
    """For each number from 0 up to `n` whether it is among some, of which those below and above do not count."""
    found = np.zeros(n + 1, np.bool_)  # one more, for -1 and `n`
    found[numbers] = True
    return found[:n]


def _quotations(
    page: Page,
    rows: NDArray[np.intp],
    instances: NDArray[np.int64],
    owner: NDArray[np.int64],
    has_date: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """For each of the instances, in document order, whether it is a quotation: it has no date, stands in one that has,
    and most of its text in elements that are named after quotations.

    owner: of each of the text rows the number of its instance.
    """
    columns, n = page.columns, len(instances)
    end = columns.end[instances]
    found = ~has_date & (np.append(0, np.maximum.accumulate(end)[:-1]) > instances)
    if not (has_date.any() and found.any()):
        return np.zeros(n, np.bool_)
    names = page.cached(class_id_pairs)
    quoting = columns.in_subtrees(np.array(names.rows_of(names.quotes), np.intp))[rows]
    chars = columns.chars[rows]
    own, quoted = (np.bincount(owner + 1, part, n + 1)[1:] for part in (chars, chars * quoting))
    found &= 2 * quoted > own
    found[found] = has_date[~found][owner_of(instances[~found], columns.end, instances[found])]
    return found


def _are_signed(
    posts: NDArray[np.bool_], instances: NDArray[np.int64], end: NDArray[np.int32], others: NDArray[np.intp]
) -> bool:
    """Whether most of the instances that are posts have one of the other rows in them, or before them and behind the
    one before."""
    inside = owner_of(instances, end, others)
    beside = np.where(inside >= 0, inside, np.searchsorted(instances, others))
    return bool((posts & _numbered(beside, len(posts))).sum() >= MIN_DATED_SHARE * posts.sum())


def _kinds(
    page: Page, elements: NDArray[np.int64], named: NDArray[np.bool_], least: float
) -> Iterator[NDArray[np.int64]]:
    """The elements of each kind of which there are two or more with `least` characters in all; the highest first.

    Elements that are named as posts, and most of which have an id of their own, letters and figures such as a random
    one, are of one kind whatever that is."""
    if not len(elements):
        return
    columns = page.columns
    key = page.signature.key[elements]
    own = np.flatnonzero(named[elements] & (columns.class_hash[elements] != 0) & (columns.id_hash[elements] != 0))
    if len(own) > 1:
        own = own[_have_figures(columns, elements[own])]
    if len(own) > 1:
        rows = elements[own]
        kinds = np.stack((columns.tag[rows], columns.class_hash[rows]))
        _, first, group = np.unique(kinds, axis=1, return_index=True, return_inverse=True)
        group = group.reshape(-1)
        ids = np.unique(np.stack((group, columns.id_hash[rows])), axis=1)[0]
        have_own = 2 * np.bincount(ids) > np.bincount(group)
        key[own] = np.where(have_own[group], key[own[first]][group], key[own])
    elements, kind = by_kind(page, elements, key)
    starts = np.flatnonzero(np.diff(kind, prepend=-1))
    stops = np.append(starts[1:], len(elements))
    enough = (stops - starts >= 2) & (np.add.reduceat(columns.subtree_chars[elements], starts) >= least)
    depths = np.minimum.reduceat(columns.depth[elements], starts)
    for number in np.flatnonzero(enough)[np.argsort(depths[enough], kind="stable")].tolist():
        yield elements[starts[number] : stops[number]]


def _have_figures(columns: Columns, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """For each of some elements with an id whether that has figures."""
    ids = columns.class_ids[1::2]
    own = (ids[number - 1] for number in columns.class_id[rows].tolist())
    return np.array([_FIGURE.search(name) is not None for name in own], np.bool_)


def owner_of(instances: NDArray[np.int64], end: NDArray[np.int32], rows: NDArray[np.intp]) -> NDArray[np.int64]:
    """For each row the innermost of the instances (in document order) that holds it; -1 where none does."""
    owner = np.full(len(rows), -1, np.int64)
    bounds = np.searchsorted(rows, (instances, end[instances]))
    for number, (first, last) in enumerate(bounds.T.tolist()):
        owner[first:last] = number  # those inside come later
    return owner
