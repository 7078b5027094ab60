-- The check of each minute read every output that was ever ours. Those that nothing has spent, and those that were spent lately,
-- are found by key. Owned by money/custody.

create index coins_unspent on coins (txid) where spent_txid is null;
create index coins_by_spend on coins (spent_txid) where spent_txid is not null;
create index coins_spent_in_no_block on coins (txid) where spent_txid is not null and spent_height is null;
create index coins_by_spent_height on coins (spent_height) where spent_height is not null;
