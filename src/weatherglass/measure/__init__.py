"""The measures. Importing this package registers them."""

from weatherglass.measure import published as published
