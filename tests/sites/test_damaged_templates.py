"""Stored templates are input: whatever is in them, they are refused or harmless to every method."""

import zlib
from random import Random
from types import SimpleNamespace

import msgpack
import numpy as np
import pytest
from fuzz.templates import damaged
from helpers.sites import learned, listing, page
from helpers.stored import changed, packed, unpacked

from scrapy_denoise import SiteTemplate
from scrapy_denoise.api import denoise_page
from scrapy_denoise.methods import get_method
from scrapy_denoise.methods.compiled import CNodeTree, common_parts, restricted_mapping, votes
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites import TemplateError, dump, load
from scrapy_denoise.sites.codec import column_codec as packed_columns
from scrapy_denoise.sites.codec import template_codec as codec
from scrapy_denoise.sites.layout import MAX_LAYOUT_PAGES

SITE_METHODS = (
    "auto",
    "path_similarity",
    "feature_tree",
    "dse",
    "rtdm",
    "site_style_tree",
    "template_hash",
    "shingles",
)
DEPTH, TAG, CHARS = 0, 1, 6


SITE = learned(*range(12))


def test_the_version_is_in_front_and_a_newer_one_is_refused():
    assert msgpack.unpackb(dump(SiteTemplate()), strict_map_key=False)["version"] == codec.TEMPLATE_VERSION
    for read in (load, lambda data: codec.merged(data, SiteTemplate())[0]):
        with pytest.raises(TemplateError, match="schema version 99; this release reads version 6:"):
            read(changed(SITE, version=99))


NOT_PACKED = [b"", b"\x00", b"\xc1", b"not a template", b"[" * 100, b"\x91" * 5_000, *map(msgpack.packb, (7, [], {}))]
NO_LAYOUTS = [7, [], {0: 7}, {"0": {}}, {99: {}}, {-1: {}}, {0.5: {}}]
NO_COLUMNS = [None, -1, "x", b"", b"x", [], {}, float("inf"), zlib.compress(b"123"), zlib.compress(bytes(10_000))]
NO_SAMPLES = [
    None, -1, "x", b"x", float("inf"), [7], [[1, 2, 3]], [[1, 2, 3, 0]], [[1, 2, 3, 10**6]], [[1, 2, 3, float("inf")]],
    [[0.5, 2, 3, 9]], [[-1, 2, 3, 9]], [[1, -1, 3, 9]], [[1, 2, 3, 9]] * 50, [[1, 2, 3, 9], [3, 4, 5, 9, 5]],
]  # fmt: skip
CORRUPT = [
    *NOT_PACKED,
    *(changed(SITE, layouts=value) for value in NO_LAYOUTS),
    *(changed(SITE, layout={name: value}) for name in ("samples", "others") for value in NO_SAMPLES),
    *(changed(SITE, layout={name: value}) for name in ("rows", "prints") for value in NO_COLUMNS),
    *(changed(SITE, layout={"pages": value}) for value in (None, -1, 1, "x", 0.5, 2**60, True)),
]


@pytest.mark.parametrize("data", CORRUPT, ids=range(len(CORRUPT)))
def test_corrupt_bytes_are_refused(data):
    with pytest.raises(TemplateError, match="site template"):
        load(data)


def test_a_bomb_is_refused():
    bomb = zlib.compress(bytes(64 * 2**20))
    for data in (changed(SITE, layout={"rows": bomb}), changed(SITE, layout={"prints": bomb})):
        with pytest.raises(TemplateError, match="larger than a template can be"):
            load(data)


def stored_rows(signature):
    """The stored columns of a signature as an array that can be changed: columns x rows."""
    return np.frombuffer(signature.hash_columns, np.uint32).reshape(len(Signature.NAMES), -1).copy()


def with_rows(change):
    """A stored template of three pages, the rows of each changed; its checksum is right."""
    fields = unpacked(dump(learned(1, 2, 3)))
    for layout in fields["layouts"].values():
        signatures = packed_columns.unpack(layout["rows"], [head[3] for head in layout["samples"]])
        made = []
        for signature in signatures:
            rows = stored_rows(signature)
            change(rows)
            named = dict(zip(Signature.NAMES, rows, strict=True))
            made.append(SimpleNamespace(**named, boxes=None))
        layout["rows"] = packed_columns.pack(made)
    return packed(fields)


def parent_rows(rows):
    return np.flatnonzero(rows[DEPTH, 1:] > rows[DEPTH, :-1])


CHANGES = {
    "a text with children": lambda rows: rows[TAG].__setitem__(parent_rows(rows)[-1], 0),
    "a root that is text": lambda rows: rows[TAG].__setitem__(0, 0),
    "all rows are texts": lambda rows: rows[TAG].fill(0),
    "a row two deeper than the one before": lambda rows: rows[DEPTH].__setitem__(slice(2, None), rows[DEPTH, 2:] + 1),
    "a second root": lambda rows: rows[DEPTH].__setitem__(5, 0),
    "a negative depth": lambda rows: rows[DEPTH].__setitem__(3, 2**32 - 1),
    "the root below something": lambda rows: rows[DEPTH].__setitem__(0, 1),
    "negative characters": lambda rows: rows[CHARS].__setitem__(np.flatnonzero(rows[TAG] == 0)[0], 2**31),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_rows_that_are_no_tree_are_refused(change):
    with pytest.raises(TemplateError, match="a damaged site template"):
        load(with_rows(change))


def test_rows_that_are_a_tree_are_read():
    assert load(with_rows(lambda rows: None)).pages == 3


def heads(change):
    fields = unpacked(dump(learned(*range(MAX_LAYOUT_PAGES))))
    for layout in fields["layouts"].values():
        change(layout)
    return packed(fields)


@pytest.mark.parametrize(
    "change",
    [
        lambda layout: layout.update(others=layout["others"][:-9]),
        lambda layout: layout["others"][0].__setitem__(0, layout["samples"][0][0]),  # a page twice
        lambda layout: layout["others"][0].__setitem__(2, 2**63),  # an era that no calendar has
        lambda layout: layout["samples"][0].__setitem__(2, 2**63),
        lambda layout: layout["samples"][0].__setitem__(3, layout["samples"][0][3] + 1),
        lambda layout: layout["samples"][0].__setitem__(0, True),
        lambda layout: layout["samples"].reverse(),
        lambda layout: layout.update(samples=[], rows=b"", boxes=b"", scores=b"x\x9c\x03\x00\x00\x00\x00\x01"),
        lambda layout: layout.update(scores=layout["prints"]),
    ],
)
def test_heads_that_do_not_fit_are_refused(change):
    with pytest.raises(TemplateError, match="a damaged site template"):
        load(heads(change))


def test_more_rows_than_a_template_has_are_refused():
    fields = unpacked(dump(learned(*range(8))))
    (layout,) = fields["layouts"].values()
    for head in layout["samples"]:
        head[3] = 10_000
    fields["layouts"] = dict.fromkeys(range(3), layout)
    with pytest.raises(TemplateError, match="more rows"):
        load(packed(fields))


def test_changed_bytes_are_refused():
    data, rng = dump(learned(1, 2, 3)), Random(1)
    for _ in range(2_000):
        broken = bytearray(data)
        broken[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        with pytest.raises(TemplateError, match="site template"):
            load(bytes(broken))
    for size in range(0, len(data), 97):
        with pytest.raises(TemplateError, match="site template"):
            load(data[:size])


def test_any_contents_under_a_right_checksum_are_refused_or_harmless():
    stored = [dump(learned(*range(9))), dump(learned(*range(4), page=listing)), dump(learned(1, 2, 3))]
    methods = [get_method(name, profile) for name in SITE_METHODS for profile in ("default", "paper")]
    rng, read = Random(24), 0
    for number in range(500):
        try:
            site = load(damaged(rng, stored[number % 3]))
        except TemplateError:
            continue
        read += 1
        for method in rng.sample(methods, 4):
            assert denoise_page(page(20, listing) if number % 3 == 1 else page(20), method, site).reason != "error"
        site.redesigned(page(21))
        assert load(dump(site.merge(learned(21)))).pages == site.pages + 1
    assert read > 20


# What compiled code takes from outside it checks itself.


def broken(**columns):
    """A page's columns, some of them another page's."""
    signature = page(1).signature
    names = (
        "parent",
        "end",
        "depth",
        "chars",
        "tag_hash",
        "id_hash",
        "class_hash",
        "text_hash",
        "mask_hash",
        "key",
        "subtree",
    )
    found = {name: getattr(signature, name).copy() for name in names}
    for name, change in columns.items():
        change(found[name])
    return SimpleNamespace(**found, boxes=None)


def compare(other):
    """Everything compiled that walks two pages from child to child."""
    mine = page(2).signature
    marks = np.zeros(len(mine), np.uint8)
    for walk in (common_parts, restricted_mapping):
        with pytest.raises(ValueError, match="row"):
            walk(mine, other, marks)
    with pytest.raises(ValueError, match="row"):
        votes(mine, [other], np.zeros(len(mine), np.int32))
    with pytest.raises(ValueError, match="row"):
        CNodeTree(other, 1, np.zeros(0, np.uint32), 0.5, False, False)


@pytest.mark.parametrize(
    "columns",
    [
        {"end": lambda end: end.__setitem__(3, 1_000_000)},
        {"end": lambda end: end.__setitem__(3, 3)},
        {"end": lambda end: end.__setitem__(0, 5)},
        {"end": lambda end: end.__setitem__(4, -1)},
        {"parent": lambda parent: parent.__setitem__(3, -1)},
        {"parent": lambda parent: parent.__setitem__(3, 1_000_000)},
        {"parent": lambda parent: parent.__setitem__(0, 0)},
    ],
)
def test_columns_that_are_no_tree_are_refused_by_compiled_code(columns):
    compare(broken(**columns))


@pytest.mark.parametrize(
    "columns",
    [
        {"depth": lambda depth: depth.__setitem__(4, -5)},
        {"depth": lambda depth: depth.__setitem__(4, 100)},
        {"tag_hash": lambda tag: tag.__setitem__(1, 0)},
    ],
)
def test_depths_and_texts_that_are_none_are_refused_by_the_feature_tree(columns):
    with pytest.raises(ValueError, match="row"):
        CNodeTree(broken(**columns), 1, np.zeros(0, np.uint32), 0.5, False, False)


def test_an_empty_template_is_read():
    assert load(dump(SiteTemplate())).pages == 0
