"""Why mail leaves or does not, as JSON: the stop button, explanations, who was not mailed, forecasts."""
