create table faucet_wishes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  currency text not null,
  units bigint not null,
  address text not null,
  wished_at timestamptz not null,
  -- Begun before the coins are asked for: a crash in between gives nothing rather than twice.
  begun_at timestamptz,
  txid text,
  fault text,
  primary key (id),
  constraint faucet_wishes_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint faucet_wishes_units_check check (units > 0)
);
alter table faucet_wishes add foreign key (user_id) references users(id);
create index faucet_wishes_of_user on faucet_wishes (user_id, wished_at);
create index faucet_wishes_open on faucet_wishes (id) where begun_at is null;
grant insert, select, update on faucet_wishes to parley_chain, parley_web, parley_worker;

create table demo_robots (
  user_id bigint not null,
  -- honest: acts within a minute. slow: takes ten minutes for each step. disputes: asks a moderator as soon as it may.
  manner text not null,
  primary key (user_id),
  constraint demo_robots_manner_check check (manner in ('honest', 'slow', 'disputes'))
);
alter table demo_robots add foreign key (user_id) references users(id);
grant select on demo_robots to parley_chain, parley_web, parley_worker;
grant insert on demo_robots to parley_worker;

-- One row for an offer that a robot took, or tried to: each is taken once.
create table demo_takes (
  offer_hash text not null,
  owner_id bigint not null,
  tries int not null,
  trade_hash text,
  -- Why the last try was refused.
  refusal text,
  at timestamptz not null,
  primary key (offer_hash)
);
alter table demo_takes add foreign key (owner_id) references users(id);
create index demo_takes_of_owner on demo_takes (owner_id, at);
grant select on demo_takes to parley_chain, parley_web, parley_worker;
grant insert, update on demo_takes to parley_worker;

create table demo_robot_keys (
  user_id bigint not null,
  passkey_id text not null,
  -- PKCS #8 in PEM.
  private_key text not null,
  primary key (user_id),
  constraint demo_robot_keys_passkey_id_key unique (passkey_id)
);
alter table demo_robot_keys add foreign key (user_id) references users(id);
grant select on demo_robot_keys to parley_worker;

create table demo_authenticators (
  user_id bigint not null,
  -- In base32. Play money: everybody who opens the page reads the codes made of it.
  secret text not null,
  primary key (user_id)
);
alter table demo_authenticators add foreign key (user_id) references users(id);
grant select on demo_authenticators to parley_web;
