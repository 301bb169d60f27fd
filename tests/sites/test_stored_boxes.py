"""Boxes from a renderer in a template: stored with the samples that have them, refused where they are damaged."""

import pytest
from helpers.rendered import rendered
from helpers.stored import packed, unpacked

from scrapy_denoise import SiteTemplate
from scrapy_denoise.page import Page
from scrapy_denoise.sites import TemplateError, dump, load


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


@pytest.mark.parametrize("boxes", [None, 7, b"x", "x", b"\x78\x9c\x03\x00\x00\x00\x00\x01"])
def test_damaged_boxes_are_refused(boxes):
    fields = unpacked(dump(learned(rendered("a"))))
    for layout in fields["layouts"].values():
        layout["boxes"] = boxes
    with pytest.raises(TemplateError, match="site template"):
        load(packed(fields))
