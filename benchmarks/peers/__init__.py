"""One module for each library that is measured, all with the same small interface.

A module of this package is imported only inside the environment of its library. It has a class
`Peer` as described by `base.Peer`.
"""
