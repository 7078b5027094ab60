-- Conversions between the coins by a quote that is taken once; what the chain holds for us, measured by the scanner;
-- and the wishes for test coins. Owned by products/wallet.

create table conversion_quotes (
  id            bigint      generated always as identity primary key,
  hash          text        not null unique,
  user_id       bigint      not null references users,
  from_currency text        not null check (from_currency in ('BTC', 'ETH', 'USDT')),
  to_currency   text        not null check (to_currency in ('BTC', 'ETH', 'USDT')),
  from_units    bigint      not null check (from_units > 0),
  to_units      bigint      not null check (to_units > 0),
  rate          numeric     not null check (rate > 0),
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  check (from_currency <> to_currency)
);

create table conversions (
  quote_id   bigint      primary key references conversion_quotes,
  user_id    bigint      not null references users,
  created_at timestamptz not null
);
create index conversions_of_user on conversions (user_id, quote_id desc);

-- Whole ledger units that stand on our Ethereum addresses at a finalized block, read from the node.
create table chain_assets (
  currency text        primary key check (currency in ('ETH', 'USDT')),
  units    bigint      not null,
  height   int         not null,
  at       timestamptz not null
);

create table faucet_wishes (
  id         bigint      generated always as identity primary key,
  user_id    bigint      not null references users,
  currency   text        not null check (currency in ('BTC', 'ETH', 'USDT')),
  units      bigint      not null check (units > 0),
  address    text        not null,
  wished_at  timestamptz not null,
  -- Begun before the coins are asked for: a crash in between gives nothing rather than twice.
  begun_at   timestamptz,
  txid       text,
  fault      text
);
create index faucet_wishes_open on faucet_wishes (id) where begun_at is null;
create index faucet_wishes_of_user on faucet_wishes (user_id, wished_at);

grant select, insert on conversion_quotes, conversions to parley_app;
grant select, insert, update on chain_assets, faucet_wishes to parley_app;
