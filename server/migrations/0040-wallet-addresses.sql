-- Which chains we can reach, and which addresses on them are ours. An address is derived from the signer's account
-- public key and a path; the row only remembers whom it was given to, and is checked against the derivation before it
-- is shown. Owned by products/wallet.

create table wallet_rails (
  chain          text        primary key check (chain in ('bitcoin', 'ethereum')),
  is_available   boolean     not null,
  reason         text,
  -- regtest, main, …; a chain id in digits for Ethereum.
  network        text        not null,
  is_test        boolean     not null,
  account_key    text,
  token          text,
  -- What a unit of space costs now: satoshi per 1000 virtual bytes; wei per gas, base and tip.
  fee_price      numeric(78, 0),
  fee_tip        numeric(78, 0),
  fee_at         timestamptz,
  scanned_height int         not null default -1,
  final_height   int         not null default -1,
  scanned_at     timestamptz,
  check (is_available or reason is not null)
);

create table wallet_addresses (
  id         bigint      generated always as identity primary key,
  chain      text        not null references wallet_rails,
  -- 0 receives from others, 1 is for ourselves.
  branch     int         not null check (branch in (0, 1)),
  path_index int         not null check (path_index >= 0),
  address    text        not null,
  -- user: deposits of that user. house: what the house puts in. change, hot: where our own coins go.
  purpose    text        not null check (purpose in ('user', 'house', 'change', 'hot')),
  user_id    bigint      references users,
  currency   text        not null check (currency in ('BTC', 'ETH', 'USDT')),
  created_at timestamptz not null,
  unique (chain, branch, path_index),
  unique (chain, address),
  check ((purpose = 'user') = (user_id is not null)),
  check ((purpose in ('change', 'hot')) = (branch = 1))
);
create unique index wallet_address_of_user on wallet_addresses (user_id, currency) where user_id is not null;
create unique index wallet_address_of_house on wallet_addresses (currency) where purpose = 'house';

-- The next free index of each branch; its row is locked while one is taken.
create table wallet_paths (
  chain      text not null references wallet_rails,
  branch     int  not null,
  next_index int  not null,
  primary key (chain, branch)
);

grant select, insert, update on wallet_rails, wallet_paths to parley_app;
grant select, insert on wallet_addresses to parley_app;
