"""Does bias reach models? Sentiment classifiers of words, mitigation in them, and detectors of sexist or offensive texts."""
