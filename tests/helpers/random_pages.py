"""Pages made by chance, of few tags, classes and words, so that they often agree."""


def random_page(rng, width=4, depth=4):
    def part(level):
        if level == depth or rng.random() < 0.25:
            return rng.choice(["alpha", "beta", "gamma", ""])
        tag = rng.choice(["div", "div", "ul", "p", "b", "a", "td"])
        attributes = rng.choice(["", "", " class=x", " class=y", " id=k", " title=t"])
        inside = "".join(part(level + 1) for _ in range(rng.randint(0, width)))
        tag = "div" if tag == "td" or (tag in ("p", "a", "b") and "<" in inside) else tag
        return f"<{tag}{attributes}>{inside}</{tag}>"

    return "<body>" + "".join(f"<div>{part(1)}</div>" for _ in range(rng.randint(1, width))) + "</body>"


def changed(rng, page):
    """A page of the same make: some words and classes another, some parts twice."""
    for _ in range(rng.randint(0, 4)):
        old, new = rng.sample(["alpha", "beta", "gamma", "class=x", "class=y", "<ul>", "<div>"], 2)
        if old.startswith("<") or new.startswith("<"):
            page = page.replace("<body>", "<body><div>alpha<b>beta</b></div>", 1)
        elif old.startswith("class") == new.startswith("class"):
            page = page.replace(old, new, 1)
    return page
