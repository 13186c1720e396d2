"""A cluster: the same counts, summed over partitions. The only room that knows dask."""
