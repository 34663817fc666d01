"""What the pages show: reads in a number of queries that does not grow with the rows, and the words for them."""
