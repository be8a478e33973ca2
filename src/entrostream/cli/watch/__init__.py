"""The terminal view of `entrostream watch`; it is joined to the engine by snapshots alone."""
