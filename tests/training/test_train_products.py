"""The weights of a product's fields: those set by hand are in the package, and those that are learned rank better."""

import json

from scrapy_denoise.document.product.evidence import weights
from scrapy_denoise.page.candidates.ranking import rank
from training import train_products
from training.train_products import LEARNED, WEIGHTS, figures, learned, read

PAGE = (
    "<title>Pump {0}</title><h1>Pump {0}</h1><p>€ 3{0}.50</p><input type=hidden name=sku value=X{0}000>"
    "<p>Item no. {0}{0}{0}</p><p>A pump that moves forty litres in a minute.</p>"
)


def corpus(folder, count=12):
    """Pages whose right SKU stands in a hidden input, which the weights set by hand put behind a label."""
    (folder / "html").mkdir()
    with (folder / "gold.jsonl").open("w") as lines:
        for number in range(1, count + 1):
            (folder / "html" / f"p{number}.html").write_text(PAGE.format(number))
            gold = {"sku": [f"X{number}000"], "price": [f"3{number}.5"]}
            site = f"shop{number}.example"
            one = {"id": f"p{number}", "site": site, "url": f"https://{site}/p", "gold": gold}
            lines.write(json.dumps(one) + "\n")
    return list(read(folder))


def test_the_weights_of_the_package_are_those_of_the_script():
    known = weights()
    assert known.keys() == WEIGHTS.keys()
    assert all(known[field] == WEIGHTS[field] for field in WEIGHTS if field not in LEARNED)
    assert all(known[field] != WEIGHTS[field] for field in LEARNED)


def test_learned_weights_rank_the_right_candidate_first(tmp_path):
    products = corpus(tmp_path)
    by_hand = [WEIGHTS] * train_products.FOLDS
    assert figures(products, "sku", by_hand).endswith("F1 0.000")
    assert figures(products, "price", by_hand).endswith("F1 1.000")
    own = learned(products[:6], "sku", 0.1)
    assert own != WEIGHTS["sku"]
    for product in products[6:]:
        found = rank(train_products.read_evidence(product.page).candidates("sku"), own)
        assert product.is_right("sku", found[0].candidate.value)
