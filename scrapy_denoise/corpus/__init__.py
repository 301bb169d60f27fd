"""Cleans archives of pages, and analyses the cleaned documents (paper 003, the analyser of TianWang).

In: WARC, WACZ, Parquet, JSON lines, HTML. Out: a folder of Parquet or JSON lines with a manifest, the same however the
input is divided; and what is computed from it.
"""
