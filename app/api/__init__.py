"""The JSON API: who may ask, one shape of error, pages by cursor. Each package has its routes in its own `api`."""
