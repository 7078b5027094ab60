-- Ether and tokens that came to the cold address, by whichever transaction: what no move of ours brought is told to the
-- operator. Of bitcoin the outputs themselves say so. Owned by money/custody.
create table cold_arrivals (
  txid         text   not null,
  currency     text   not null check (currency in ('ETH', 'USDT')),
  account      text   not null,
  units        bigint not null check (units > 0),
  -- Null while it is in no block.
  block_height int,
  primary key (txid, currency)
);
create index cold_arrivals_by_block on cold_arrivals (block_height);
grant select, insert, update (block_height) on cold_arrivals to parley_chain;
