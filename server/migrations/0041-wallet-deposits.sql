-- What came in. A row per output or transfer to one of our addresses, by (chain, txid, index), from the first sight on;
-- the ledger is posted when it is final, and posted back when a reorganisation takes it away. The newest blocks are
-- remembered by hash, so that a reorganisation is seen. Owned by products/wallet.

create table wallet_blocks (
  chain  text not null references wallet_rails,
  height int  not null,
  hash   text not null,
  primary key (chain, height)
);

create table deposits (
  id             bigint      generated always as identity primary key,
  hash           text        not null unique,
  chain          text        not null references wallet_rails,
  txid           text        not null,
  -- The output of a bitcoin transaction; the how-manieth transfer of an Ethereum one; -1 for its own ether.
  output_index   int         not null,
  currency       text        not null check (currency in ('BTC', 'ETH', 'USDT')),
  address_id     bigint      not null references wallet_addresses,
  -- As the chain counts: satoshi, wei, micro-USDT; and in the ledger's units, rounded down.
  chain_units    numeric(78, 0) not null check (chain_units > 0),
  units          bigint      not null check (units >= 0),
  -- incoming: seen. credited: posted. gone: neither in a block nor waiting. quarantined: the chain contradicts itself.
  status         text        not null check (status in ('incoming', 'credited', 'gone', 'quarantined')),
  block_height   int,
  block_hash     text,
  is_coinbase    boolean     not null default false,
  -- How often it was credited; the number is part of the journal's subject.
  round          int         not null default 0,
  -- Of the last credit: what the house had lost to an earlier reversal and took back first.
  repaid_units   bigint      not null default 0,
  first_seen_at  timestamptz not null,
  credited_at    timestamptz,
  fault          text,
  unique (chain, txid, output_index),
  check ((block_height is null) = (block_hash is null))
);
create index deposits_open on deposits (chain, status) where status in ('incoming', 'quarantined');
create index deposits_of_address on deposits (address_id, id desc);
create index deposits_by_block on deposits (chain, block_height);

-- Bitcoin outputs that are ours, and what spends them.
create table coins (
  txid         text   not null,
  output_index int    not null,
  address_id   bigint not null references wallet_addresses,
  units        bigint not null check (units > 0),
  is_coinbase  boolean not null,
  -- Null while it is in no block.
  block_height int,
  spent_txid   text,
  spent_height int,
  -- The payment that it is reserved for.
  payment_id   bigint,
  primary key (txid, output_index)
);
create index coins_free on coins (units desc) where payment_id is null and spent_txid is null and block_height is not null;
create index coins_of_payment on coins (payment_id);
create index coins_by_block on coins (block_height);

-- What is finer than the ledger's unit, in the chain's, until it makes whole units.
create table wallet_dust (
  currency    text           primary key,
  chain_units numeric(78, 0) not null
);

-- A user whose credited deposit was taken back after he had spent it; nothing leaves until somebody has looked.
create table wallet_holds (
  id         bigint      generated always as identity primary key,
  user_id    bigint      not null references users,
  currency   text        not null,
  -- What the house paid for it and has not got back.
  owed_units bigint      not null check (owed_units >= 0),
  deposit_id bigint      not null unique references deposits,
  reason     text        not null,
  since      timestamptz not null,
  lifted_at  timestamptz
);
create index wallet_holds_standing on wallet_holds (user_id) where lifted_at is null;

grant select, insert, update on deposits, coins, wallet_dust, wallet_holds to parley_app;
grant select, insert, update, delete on wallet_blocks to parley_app;
