"""A page with boxes, as a renderer would give them."""

from scrapy_denoise.page import Page


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
