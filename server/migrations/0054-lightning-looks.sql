-- What two looks at the Lightning node are compared by: a payment that settles between the books and the node is no loss. Owned by products/lightning.
alter table ln_node add column credited_msat bigint not null default 0;
alter table ln_node add column seen_own_msat bigint not null default 0;
alter table ln_node add column seen_owed_msat bigint not null default 0;
alter table ln_node add column seen_credited_msat bigint not null default 0;
alter table ln_node add column raise_msat bigint;
alter table ln_node add column raise_since timestamptz;
-- Nothing of the look before raises the operator's part.
update ln_node set seen_own_msat = own_msat, seen_owed_msat = local_msat;
