-- The operators of telephones that a provider can reach, and what it sells for each, as it says.
create table top_up_operators (
  id bigint generated always as identity not null,
  provider text not null,
  -- The provider's id of it.
  code text not null,
  country text not null,
  name text not null,
  is_active boolean not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint top_up_operators_code_key unique (provider, code),
  constraint top_up_operators_country_check check (country ~ '^[A-Z]{2}$'),
  constraint top_up_operators_name_check check (char_length(name) between 1 and 80)
);
create index top_up_operators_of_country on top_up_operators (provider, country) where is_active;
grant select on top_up_operators to parley_signer, parley_web, parley_worker;

create table top_up_products (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  -- The provider's id of it.
  code text not null,
  local_currency text not null,
  -- Of a range: the most of it.
  local_units bigint not null,
  -- The most that the provider charges for it; for less of a range, its part.
  cost_cents bigint not null,
  -- What it is, in the provider's words, where it says more than the sum.
  note text,
  is_active boolean not null,
  updated_at timestamptz not null,
  -- The least of a range; null of a fixed sum.
  least_units bigint,
  -- It is delivered as a code, which the user types into the phone.
  is_pin boolean not null default false,
  primary key (id),
  constraint top_up_products_code_key unique (operator_id, code),
  constraint top_up_products_currency_check check (local_currency ~ '^[A-Z]{3}$'),
  constraint top_up_products_units_check check (local_units > 0 and cost_cents > 0),
  constraint top_up_products_range_check check (least_units between 1 and local_units - 1 and not is_pin or least_units is null),
  constraint top_up_products_note_check check (char_length(note) <= 200)
);
alter table top_up_products add foreign key (operator_id) references top_up_operators(id);
grant select on top_up_products to parley_signer, parley_web, parley_worker;

-- Numbers whose operator a user wants to know: a worker asks the provider.
create table top_up_lookups (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  provider text not null,
  country text not null,
  phone_sealed bytea not null,
  phone_index bytea not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  -- Null where the provider does not know it.
  operator_id bigint,
  primary key (id),
  constraint top_up_lookups_hash_key unique (hash),
  constraint top_up_lookups_country_check check (country ~ '^[A-Z]{2}$'),
  constraint top_up_lookups_answered_check check (operator_id is null or answered_at is not null)
);
alter table top_up_lookups add foreign key (user_id) references users(id);
alter table top_up_lookups add foreign key (operator_id) references top_up_operators(id);
create index top_up_lookups_waiting on top_up_lookups (provider, id) where answered_at is null;
create index top_up_lookups_old on top_up_lookups (asked_at);
create index top_up_lookups_of_user on top_up_lookups (user_id, asked_at);
grant select, insert on top_up_lookups to parley_web;
grant select on top_up_lookups to parley_worker;
grant update (answered_at, operator_id) on top_up_lookups to parley_worker;

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

-- What a quote of a top-up is for: the number, sealed, and what goes to it.
create table top_ups (
  quote_id bigint not null,
  user_id bigint not null,
  operator_id bigint not null,
  product_id bigint not null,
  phone_sealed bytea not null,
  phone_index bytea not null,
  -- The question of a rule that it answers.
  ask_id bigint,
  primary key (quote_id)
);
alter table top_ups add foreign key (ask_id) references top_up_asks(id);
create index top_ups_of_ask on top_ups (ask_id) where ask_id is not null;
alter table top_ups add foreign key (quote_id) references product_quotes(id) on delete cascade;
alter table top_ups add foreign key (user_id) references users(id);
alter table top_ups add foreign key (operator_id) references top_up_operators(id);
alter table top_ups add foreign key (product_id) references top_up_products(id);
create index top_ups_of_number on top_ups (phone_index);
create index top_ups_of_user on top_ups (user_id);
grant select on top_ups to parley_signer, parley_web, parley_worker;

-- Codes that were delivered, sealed. The mark is that of the vault of gift cards: a code is sold here once.
create table top_up_pins (
  quote_id bigint not null,
  user_id bigint not null,
  -- Null once its owner's account has closed.
  code_sealed bytea,
  serial_sealed bytea,
  mark bytea not null,
  delivered_at timestamptz not null,
  -- Its owner looked at it: it counts as used from then on.
  first_seen_at timestamptz,
  primary key (quote_id),
  constraint top_up_pins_mark_key unique (mark),
  constraint top_up_pins_mark_check check (octet_length(mark) = 32)
);
alter table top_up_pins add foreign key (quote_id) references top_ups(quote_id);
alter table top_up_pins add foreign key (user_id) references users(id);
create index top_up_pins_of_user on top_up_pins (user_id);
grant select (quote_id, user_id, delivered_at, first_seen_at) on top_up_pins to parley_web, parley_worker;

-- The books of the demo's own telephone company, which is another party: by our reference, each top-up once.
create table house_telco_top_ups (
  reference uuid not null,
  operator text not null,
  currency text not null,
  units bigint not null,
  delivered_units bigint not null,
  cost_cents bigint not null,
  state text not null,
  reason text,
  at timestamptz not null,
  primary key (reference),
  constraint house_telco_top_ups_state_check check (state in ('pending', 'succeeded', 'failed'))
);
create index house_telco_top_ups_by_day on house_telco_top_ups (at);
grant select, insert on house_telco_top_ups to parley_worker;
grant select on house_telco_top_ups to parley_web;

-- Codes of that company: each tops a phone up once.
create table house_telco_pins (
  reference uuid not null,
  code_sealed bytea not null,
  mark bytea not null,
  redeemed_at timestamptz,
  primary key (reference),
  constraint house_telco_pins_mark_key unique (mark)
);
alter table house_telco_pins add foreign key (reference) references house_telco_top_ups(reference);
grant select on house_telco_pins to parley_worker;
grant insert (reference, code_sealed, mark) on house_telco_pins to parley_worker;
grant select (reference, redeemed_at) on house_telco_pins to parley_web;
