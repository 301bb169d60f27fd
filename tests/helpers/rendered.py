"""Pages with boxes, as a renderer would give them, and as a browser that hides something would."""

import numpy as np

from scrapy_denoise.page import Page
from scrapy_denoise.page.rendering.rendered import FIELDS, FLAGS, LEFT, TAG, Drawn


def rendered(text, top=100, url=None):
    html = f"<div class=a><p>{text}</p></div><footer>end</footer>"
    boxes = {
        "/html": (0, 0, 1000, 900),
        "/html/body": (0, 0, 1000, 900),
        "/html/body/div": (200, top, 600, 300),
        "/html/body/div/p": (200, top, 600, 300),
        "/html/body/footer": (0, 800, 1000, 100),
    }
    return Page.from_html(html, url=url, boxes=boxes)


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
    drawn = Drawn({tag: number for number, tag in enumerate(tags)}, elements, len(elements))
    return Page.from_html(html, url=url, boxes=drawn, **limits)
