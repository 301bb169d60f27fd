"""Boxes from a renderer in a template: stored with the samples that have them, refused where they are damaged."""

import zlib

import msgpack
import numpy as np
import pytest
from helpers.rendered import rendered
from helpers.stored import packed, unpacked

from scrapy_denoise import SiteTemplate
from scrapy_denoise.page import Page
from scrapy_denoise.sites import TemplateError, dump, load
from scrapy_denoise.sites.codec import template_codec as codec


def learned(*pages):
    site = SiteTemplate()
    for number, page in enumerate(pages):
        assert site.learn(page, url=f"https://a.example/{number}")
    return site


def stored_boxes(site):
    samples = [sample for layout in site.layouts.values() for sample in layout.samples]
    return [sample.signature.boxes for sample in sorted(samples, key=lambda sample: sample.digest)]


def test_boxes_are_stored_with_the_samples_that_have_them():
    pages = [rendered("a", url="https://a.example/1"), Page.from_html("<p>plain</p>", url="https://a.example/2")]
    pages += [rendered("b", top=-3, url="https://a.example/3")]
    site = SiteTemplate()
    for page in pages:
        site.learn(page)
    again = load(dump(site))
    assert dump(again) == dump(site)
    assert [boxes is None for boxes in stored_boxes(again)].count(True) == 1
    for boxes, read in zip(stored_boxes(site), stored_boxes(again), strict=True):
        assert read is boxes is None or (boxes == read).all()


def test_of_two_samples_of_one_address_boxes_decide_if_nothing_else_does():
    one = SiteTemplate()
    one.learn(rendered("a", 100, "https://a.example/1"))
    other = SiteTemplate()
    other.learn(rendered("a", 200, "https://a.example/1"))
    assert dump(one.merge(other)) == dump(other.merge(one))


def version_2(site):
    """The bytes that the version before wrote: elements of three numbers, no boxes."""
    fields = unpacked(dump(site))
    fields["version"] = codec.VERSION_2
    for layout in fields["layouts"].values():
        del layout["boxes"], layout["scores"]
        data = zlib.decompress(layout["rows"])
        n = int(np.frombuffer(data[:4], "<u4")[0])
        layout["rows"] = zlib.compress(data[: 8 + 12 * n] + data[8 + 16 * n :])
        layout["samples"] = [head[:4] for head in layout["samples"]]
    return msgpack.packb(fields)


def without_scores(site):
    fields = unpacked(dump(site))
    for layout in fields["layouts"].values():
        del layout["scores"]
        layout["samples"] = [head[:4] for head in layout["samples"]]
    return {**fields, "checksum": 0}


def test_a_template_of_version_2_is_read():
    plain = "<div class=a id=b><p>{}</p></div><footer>end</footer>"
    site = learned(*(plain.format(text) for text in ("x", "y", "z")))
    assert load(version_2(site)).pages == 3
    # without other attributes the two versions say the same, but for what the texts' scores are
    assert without_scores(load(version_2(site))) == without_scores(site)
    more = learned(plain.format("w"))
    assert without_scores(load(codec.merged(version_2(site), more)[0])) == without_scores(site.merge(more))
    # with them, they are lost
    site = learned("<div title=a><p>x</p></div>", "<div title=a><p>y</p></div>")
    assert load(version_2(site)).pages == 2
    assert dump(load(version_2(site))) != dump(site)


@pytest.mark.parametrize("boxes", [None, 7, b"x", "x", b"\x78\x9c\x03\x00\x00\x00\x00\x01"])
def test_damaged_boxes_are_refused(boxes):
    fields = unpacked(dump(learned(rendered("a"))))
    for layout in fields["layouts"].values():
        layout["boxes"] = boxes
    with pytest.raises(TemplateError, match="site template"):
        load(packed(fields))
