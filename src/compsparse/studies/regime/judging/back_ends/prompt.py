"""The one question that a model is asked about a pair of pictures.

It names no method and no target, and every pair gets it word for word: whoever judges knows no more
than the two pictures. Its hash is part of the id of every item, so no verdict outlives its wording.
"""

import hashlib

PROMPT = """\
You see two pictures. The first is the original, the second is a variation of it.

Decide whether the second picture is still a coherent picture of the same kind of thing as the \
first, and whether what differs between them, if anything, is a meaningful change: for example a \
part that has opened, closed, moved, grown, shrunk, turned, or changed its colour as a whole, or \
the light, the background or the whole thing changing in the same orderly way. A picture that has \
not changed counts as meaningful.

It is not meaningful if the second picture is broken or noisy: torn, smeared or scattered pieces, \
speckle, a distortion that cuts across parts without regard to them, a thing that can no longer be \
recognised, or an empty picture.

The style is that of simple computer drawings; do not judge beauty or realism.

Answer with one JSON object and nothing else, with exactly these three entries:
"meaningful": 1 if it is, 0 if it is not;
"confidence": how sure you are, a number from 0 to 1;
"reason": at most 30 words.
"""

PROMPT_SHA256 = hashlib.sha256(PROMPT.encode()).hexdigest()
