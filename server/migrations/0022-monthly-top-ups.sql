-- Rules of users for the same top-up each month, which ask before they pay. Owned by products/top-ups.
-- The same top-up for a number each month. The user is asked first: nothing is paid without a yes and a proof.
create table top_up_rules (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  product_id bigint not null,
  -- Of a range; null of a fixed sum.
  units bigint,
  phone_sealed bytea not null,
  phone_index bytea not null,
  currency text not null,
  -- In cents of a dollar, fee included: what costs more is not sold by this rule.
  most_cents bigint not null,
  day int not null,
  next_at timestamptz not null,
  status text not null default 'active',
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint top_up_rules_hash_key unique (hash),
  constraint top_up_rules_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint top_up_rules_sums_check check (units > 0 and most_cents > 0),
  constraint top_up_rules_day_check check (day between 1 and 28),
  constraint top_up_rules_status_check check (status in ('active', 'paused', 'ended') and (status = 'ended') = (ended_at is not null))
);
alter table top_up_rules add foreign key (user_id) references users(id);
alter table top_up_rules add foreign key (product_id) references top_up_products(id);
create index top_up_rules_of_user on top_up_rules (user_id, id desc);
create index top_up_rules_by_time on top_up_rules (next_at) where status = 'active';
grant select on top_up_rules to parley_web, parley_worker;

-- What a rule asked its user about: once a month. A month that nobody was asked about, or answered for, is not made up for.
create table top_up_asks (
  id bigint generated always as identity not null,
  hash text not null,
  rule_id bigint not null,
  user_id bigint not null,
  -- Its first day.
  month date not null,
  status text not null default 'waiting',
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint top_up_asks_hash_key unique (hash),
  constraint top_up_asks_month_key unique (rule_id, month),
  constraint top_up_asks_status_check check (status in ('waiting', 'paid', 'skipped', 'missed') and (status = 'waiting') = (ended_at is null))
);
alter table top_up_asks add foreign key (rule_id) references top_up_rules(id);
alter table top_up_asks add foreign key (user_id) references users(id);
create index top_up_asks_of_user on top_up_asks (user_id);
create index top_up_asks_waiting on top_up_asks (expires_at) where status = 'waiting';
grant select on top_up_asks to parley_web, parley_worker;

alter table top_ups add column ask_id bigint;
alter table top_ups add foreign key (ask_id) references top_up_asks(id);
create index top_ups_of_ask on top_ups (ask_id) where ask_id is not null;
