"""How sure fields of the metadata are, and their candidates in order."""

import json
import pickle

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.metadata.metadata import RANKED, page_candidates
from scrapy_denoise.document.metadata.ranked_fields import LEAST, weights
from scrapy_denoise.page.candidates.ranking import rank
from training.field_weights import WEIGHTS
from training.train_fields import LEARNED, Choice, learned

STORY = "<p>The river rose in the night, and by the morning the lower road was under water.</p>" * 3
PAGE = (
    "<title>The river rose</title><meta name=author content='The Valley Media'><h1>The river rose</h1>"
    f"<p class=byline>By Ann Lee</p><p>3 May 2024</p>{STORY}<p>Photo: Bo Yun</p>"
)


def test_the_given_value_is_the_first_candidate_and_its_confidence_is_told():
    result = denoise(PAGE, url="https://valley.example/river")
    for field, value in (("authors", "Ann Lee"), ("published", "2024-05-03")):
        found = result.candidates(field)
        assert (found[0].value, found[0].source) == (value, "page")
        assert [one.confidence for one in found] == sorted((one.confidence for one in found), reverse=True)
        assert LEAST[field] <= result.metadata.confidences[field] <= 1
    assert result.candidates("modified") == []
    told = json.loads(json.dumps(result.to_dict(candidates=True)))
    assert told["candidates"]["authors"][0]["value"] == "Ann Lee"
    assert told["metadata"]["confidences"] == result.metadata.confidences
    assert "candidates" not in result.to_dict()


def test_fields_without_candidates():
    assert denoise("").candidates("authors") == []
    with pytest.raises(ValueError, match="language"):
        denoise(PAGE).candidates("language")


def test_the_weights_of_the_package_are_those_of_the_training():
    known = weights()
    assert known.keys() == WEIGHTS.keys()
    assert all((known[field] == WEIGHTS[field]) == (field not in LEARNED) for field in WEIGHTS)


def test_what_is_learned_ranks_the_right_candidate_first():
    page = denoise(PAGE.replace("By Ann Lee", "By Bo Yun</p><p class=creator>Ann Lee"))
    found = page_candidates(page.page, page._types, [], "en")["authors"]
    choices = [Choice("a", 0, "authors", found, ["Ann Lee"])] * 6
    before, after = WEIGHTS["authors"], learned(choices, "authors", 0.01)
    assert rank(found, before)[0].candidate.value == "Bo Yun"
    assert rank(found, after)[0].candidate.value == "Ann Lee"


def test_a_pickled_result_has_the_metadata_and_no_candidates():
    dated = PAGE.replace("<p>3 May 2024", "<p class=date>3 May 2024")
    result = pickle.loads(pickle.dumps(denoise(dated, url="https://valley.example/river")))
    assert result.metadata.authors == ("Ann Lee",)
    assert [result.candidates(field) for field in RANKED] == [[]] * len(RANKED)
    assert result.to_dict(candidates=True)["candidates"] == {}
