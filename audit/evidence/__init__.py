"""The statistics: what a club's records say about its pack, its shuffle and its dealers, with a stated bound."""
