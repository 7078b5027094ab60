create table payment_accounts (
  id bigint generated always as identity not null,
  public_id text not null,
  user_id bigint not null,
  kind text not null,
  -- Of a bank account: the rules it was checked by, and where it is; XX letters of ISO 3166-1, YY for Worldwide.
  country text,
  country_iso text,
  currency text,
  is_personal boolean,
  -- Of a wallet.
  method_id int,
  -- By its name, each field sealed, in base64.
  fields jsonb not null,
  sealed_with int not null,
  mark bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint payment_accounts_once unique (user_id, mark),
  constraint payment_accounts_public_id_key unique (public_id),
  constraint payment_accounts_check check ((kind = 'bank') = (country is not null and country_iso is not null and currency is not null and is_personal is not null)),
  constraint payment_accounts_check1 check ((kind = 'wallet') = (method_id is not null)),
  constraint payment_accounts_country_check check (country in ('NG', 'US', 'FI', 'GB', 'IN', 'RU', 'MX', 'OTHER')),
  constraint payment_accounts_country_iso_check check (country_iso ~ '^[A-Z]{2}$'),
  constraint payment_accounts_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint payment_accounts_fields_check check (jsonb_typeof(fields) = 'object'),
  constraint payment_accounts_kind_check check (kind in ('bank', 'wallet')),
  constraint payment_accounts_mark_check check (octet_length(mark) = 32)
);
alter table payment_accounts add foreign key (user_id) references users(id);
grant select on payment_accounts to parley_web, parley_worker;

-- What a trade was given: a copy, which no later change of the account touches.
create table trade_payment_accounts (
  id bigint generated always as identity not null,
  public_id text not null,
  trade_id bigint not null,
  owner_id bigint not null,
  -- Which account it was, while that is kept.
  account_id bigint,
  kind text not null,
  country text,
  country_iso text,
  currency text,
  is_personal boolean,
  method_id int,
  fields jsonb not null,
  sealed_with int not null,
  shared_at timestamptz not null,
  primary key (id),
  constraint trade_payment_accounts_public_id_key unique (public_id),
  constraint trade_payment_accounts_fields_check check (jsonb_typeof(fields) = 'object'),
  constraint trade_payment_accounts_kind_check check (kind in ('bank', 'wallet'))
);
alter table trade_payment_accounts add foreign key (account_id) references payment_accounts(id) on delete set null;
alter table trade_payment_accounts add foreign key (owner_id) references users(id);
create index trade_payment_accounts_of_account on trade_payment_accounts (account_id) where account_id is not null;
create index trade_payment_accounts_of_owner on trade_payment_accounts (owner_id, id);
create index trade_payment_accounts_of_trade on trade_payment_accounts (trade_id, id);
create trigger given_accounts_await_payer after insert on trade_payment_accounts for each row execute function await_payer();
grant select on trade_payment_accounts to parley_web;

-- From whose account the buyer pays, as they say before they mark the trade as paid.
create table trade_payers (
  trade_id bigint not null,
  user_id bigint not null,
  holder_sealed bytea not null,
  declared_at timestamptz not null,
  primary key (trade_id)
);
alter table trade_payers add foreign key (user_id) references users(id);
create trigger payers_end_wait after insert or update of declared_at on trade_payers for each row execute function end_wait_for_payer();
grant select on trade_payers to parley_web;

-- Directories that the operator has read in from official files; the product carries the others.
create table imported_banks (
  id text not null,
  name text not null,
  country_iso text not null,
  swift text,
  city text,
  source text not null,
  as_of date not null,
  primary key (id),
  constraint imported_banks_country_iso_check check (country_iso in ('US', 'RU')),
  constraint imported_banks_id_check check (id ~ '^(us|ru)-[0-9]{9}$'),
  constraint imported_banks_name_check check (name <> ''),
  constraint imported_banks_swift_check check (swift ~ '^[A-Z0-9]{8}$')
);
create index imported_banks_by_name on imported_banks (country_iso, name, id);
grant select on imported_banks to parley_web;
