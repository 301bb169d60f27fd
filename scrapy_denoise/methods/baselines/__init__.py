"""Published methods to compare with: what the papers of the other methods build on, or measure themselves against.

They are asked for by name like any method, but imported only then.
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
"""Where each is, by name: module in this package, and class or function without arguments."""
