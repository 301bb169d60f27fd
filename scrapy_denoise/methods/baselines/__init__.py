"""Published methods to compare with: those that the papers of the other methods build on or compare themselves with.

Like any method they are chosen by name; a baseline is imported only when it is chosen.
"""

BASELINES = {
    "bte": "bte:BodyTextExtraction",
    "dsc": "dsc:DocumentSlopeCurve",
    "lqf_25": "lqf:LinkQuotaFilter.lqf_25",
    "lqf_50": "lqf:LinkQuotaFilter.lqf_50",
    "lqf_75": "lqf:LinkQuotaFilter.lqf_75",
    "fe": "fe:FeatureExtractor",
    "k_fe": "fe:KFeatureExtractor",
    "ccb": "ccb:ContentCodeBlurring",
    "cetd": "cetd:CompositeTextDensity",
    "stu_dom": "stu_dom:StuDom",
    "dse": "dse:DataRichSections",
    "template_hash": "gibson:TemplateHash",
    "shingles": "gibson:Shingles",
    "site_style_tree": "site_style_tree:SiteStyleTree",
    "rtdm": "rtdm:RestrictedTopDownMapping",
}
"""The place of each baseline, by its name: its module in this package, and a class or function without arguments."""
