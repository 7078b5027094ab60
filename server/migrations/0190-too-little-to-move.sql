-- What lies at deposit addresses and is too little to be brought to the hot one, what the gas of a sweep left behind among it: it
-- is ours and counted, and no payment can be made of it. Measured with the rest. Owned by money/custody.
alter table chain_assets
  add column left_units bigint not null default 0 check (left_units >= 0 and left_units <= units);
