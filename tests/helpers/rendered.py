"""Pages with boxes, as a renderer would give them, and as a browser that hides something would."""

import numpy as np

from scrapy_denoise.page import Page
from scrapy_denoise.page.rendering.boxes import NO_BOX
from scrapy_denoise.page.rendering.rendered import FIELDS, FLAGS, LEFT, TAG, RenderedPage


def drawn_boxes(html, boxes):
    """What a browser has drawn of a page: left, top, width and height in pixels by XPath; other elements have none."""
    tree = Page.from_html(html).tree
    found = list(tree.iter("*"))
    paths = [tree.getroottree().getpath(element).replace("[1]", "") for element in found]
    boxes = {path.replace("[1]", ""): box for path, box in boxes.items()}
    assert boxes.keys() <= set(paths)
    tags = sorted({element.tag for element in found})
    elements = np.zeros((len(found), FIELDS), np.int32)
    elements[:, TAG] = [tags.index(element.tag) for element in found]
    elements[:, 1] = [len(element.attrib) for element in found]
    elements[:, LEFT : LEFT + 4] = [boxes.get(path, [NO_BOX] * 4) for path in paths]
    return RenderedPage({tag: number for number, tag in enumerate(tags)}, elements, len(elements))


def rendered(text, top=100, url=None):
    html = f"<div class=a><p>{text}</p></div><footer>end</footer>"
    boxes = {
        "/html": (0, 0, 1000, 900),
        "/html/body": (0, 0, 1000, 900),
        "/html/body/div": (200, top, 600, 300),
        "/html/body/div/p": (200, top, 600, 300),
        "/html/body/footer": (0, 800, 1000, 100),
    }
    return Page.from_html(html, url=url, boxes=drawn_boxes(html, boxes))


def hiding(html, *hidden, url=None, **limits):
    """A page of which a browser shows all but these elements, by their first class, and what is within them."""
    tree = Page.from_html(html).tree
    found = list(tree.iter())
    tags = sorted({element.tag for element in found})
    elements = np.zeros((len(found), FIELDS), np.int32)
    for number, element in enumerate(found):
        names = {(e.get("class") or e.tag).split()[0] for e in (element, *element.iterancestors())}
        elements[number, TAG] = tags.index(element.tag)
        elements[number, 1] = len(element.attrib)
        elements[number, FLAGS] = bool(names & set(hidden))
        elements[number, LEFT : LEFT + 4] = 9
    seen = RenderedPage({tag: number for number, tag in enumerate(tags)}, elements, len(elements))
    return Page.from_html(html, url=url, boxes=seen, **limits)
