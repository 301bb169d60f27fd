"""The objects of JSON-LD, beside the same by a walk of Python."""

import random

from scrapy_denoise.page.compiled import gathered
from scrapy_denoise.page.structured_data.json_ld import types_of


def walk(value):
    if isinstance(value, list):
        for inner in value:
            yield from walk(inner)
    elif isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from walk(inner)


def random_json(rng, depth):
    kind = rng.choice(["text", "list", "object", "object"]) if depth else "text"
    if kind == "text":
        return rng.choice(["a", 1, None, True, "Article"])
    if kind == "list":
        return [random_json(rng, depth - 1) for _ in range(rng.randrange(4))]
    types = ["Article", "https://schema.org/Article", ["Person", "x#Person", 3, "Product"], 7, "", None, {"a": "b"}]
    found = {name: random_json(rng, depth - 1) for name in rng.sample("abcd", rng.randrange(4))}
    found |= {"@type": rng.choice(types)} if rng.random() < 0.8 else {}
    return found | ({"@id": rng.choice(["x", "y", 3])} if rng.random() < 0.5 else {})


def test_objects_of_json_by_their_types_and_names():
    rng = random.Random(1)
    seen = set()
    for _ in range(200):
        scripts = [random_json(rng, 4) for _ in range(3)]
        for most in (3, 100):
            objects, by_id, by_type = gathered(scripts, most, types_of)
            wanted = [found for script in scripts for found in walk(script)][:most]
            assert list(map(id, objects)) == list(map(id, wanted))
            names = {name for found in wanted for name in types_of(found)}
            assert by_type == {name: [found for found in wanted if name in types_of(found)] for name in names}
            named = [found for found in reversed(wanted) if len(found) > 2 and isinstance(found.get("@id"), str)]
            assert by_id == {found["@id"]: found for found in named}
            seen |= {*names, *by_id}
    assert {"Article", "Person", "Product", "x", "y"} <= seen


def test_json_that_nests_deeper_than_calls():
    value = {"@type": "Thing"}
    for _ in range(20_000):
        value = [value]
    assert gathered([value], 5, types_of)[2] == {"Thing": [{"@type": "Thing"}]}
