-- The signer looks by itself where coins of ours may lie, and which deposits the ledger has: it takes amounts and addresses
-- from its own node and its own keys.
-- Owned by money/custody.

grant select on coins, deposits to parley_signer;
