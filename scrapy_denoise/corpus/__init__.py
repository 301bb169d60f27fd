"""Many pages: archives in, document views out (paper 003, the analyser of TianWang)."""
