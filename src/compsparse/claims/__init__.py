"""Claims: what a document states, the band that was fixed beforehand, and the verdict.

``judge`` is the step; ``registry`` and ``documents`` read what people write in ``workflow/claims``;
``page`` and ``study_line`` turn verdicts into the generated parts of the documentation.
Import from the modules themselves: the judge's code digest then does not depend on page layout.
"""
