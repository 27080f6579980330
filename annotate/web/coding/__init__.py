"""The coder's wing: own units, own codings, the codebook. It never reaches the vault."""
