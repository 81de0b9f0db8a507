"""The measures. Importing this package registers them; a new one is a file and a line here."""

from weatherglass.measure import weat as weat
