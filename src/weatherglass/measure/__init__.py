"""The published measures of bias, and how sure each value is."""

from weatherglass.measure import published as published
