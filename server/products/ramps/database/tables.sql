-- Ways between the money of a country and coins that a provider has: by bank transfer or mobile money, in one direction.
create table ramp_corridors (
  id bigint generated always as identity not null,
  provider text not null,
  -- The provider's id of it.
  code text not null,
  direction text not null,
  country text not null,
  currency text not null,
  rail text not null,
  -- Banks or wallets that it reaches, each with the provider's code and name; empty where it reaches all of the country.
  networks jsonb not null,
  least_units bigint not null,
  most_units bigint not null,
  -- What the provider keeps of an order, in its currency.
  fee_bp int not null,
  fee_units bigint not null,
  -- The provider's price of a dollar.
  per_usd numeric not null,
  -- Minutes of the day, UTC, between which it takes orders; null for all day.
  opens_at int,
  closes_at int,
  -- How long it usually takes.
  minutes int not null,
  is_active boolean not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint ramp_corridors_code_key unique (provider, direction, code),
  constraint ramp_corridors_direction_check check (direction in ('buy', 'sell')),
  constraint ramp_corridors_country_check check (country ~ '^[A-Z]{2}$'),
  constraint ramp_corridors_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint ramp_corridors_rail_check check (rail in ('bank', 'mobile_money')),
  constraint ramp_corridors_networks_check check (jsonb_typeof(networks) = 'array'),
  constraint ramp_corridors_units_check check (least_units > 0 and most_units >= least_units),
  constraint ramp_corridors_fee_check check (fee_bp between 0 and 2000 and fee_units >= 0),
  constraint ramp_corridors_per_usd_check check (per_usd > 0),
  constraint ramp_corridors_hours_check check ((opens_at is null) = (closes_at is null) and opens_at between 0 and 1439 and closes_at between 1 and 1440
    and opens_at < closes_at),
  constraint ramp_corridors_minutes_check check (minutes between 0 and 14400)
);
grant select on ramp_corridors to parley_web, parley_worker;

-- What a quote of a ramp is for, and the money that came for it.
create table ramp_orders (
  quote_id bigint not null,
  user_id bigint not null,
  corridor_id bigint not null,
  -- Of a purchase by bank transfer: what the user writes into it.
  reference text,
  -- The user's wallet that pays a purchase, or the account that a sale is paid to, as its owner sees it.
  party_sealed bytea not null,
  -- Of a sale: the payment account, as it was then.
  account text,
  account_at timestamptz,
  -- Of a purchase: where to pay, by the provider.
  instructions_sealed bytea,
  -- Until then the price holds for money that comes.
  window_until timestamptz,
  -- The promised coins are the operator's again.
  released_at timestamptz,
  cancelled_at timestamptz,
  received_at timestamptz,
  received_currency text,
  -- The name of who paid, and how it compares with the user's.
  payer_sealed bytea,
  payer_match text,
  held_for text,
  refund_at timestamptz,
  -- Coins that were given, with the fee.
  given_units bigint,
  -- Of a sale: in cents, what the payee's bank sent back after all.
  back_units bigint,
  primary key (quote_id),
  constraint ramp_orders_reference_key unique (reference),
  constraint ramp_orders_reference_check check (reference ~ '^PAR-[A-Z0-9]{6}$'),
  constraint ramp_orders_account_check check ((account is null) = (account_at is null)),
  constraint ramp_orders_payer_check check ((payer_match is null) = (received_at is null) and payer_match in ('same', 'close', 'other', 'unknown')),
  constraint ramp_orders_held_check check ((held_for is null or received_at is not null) and held_for in ('amount', 'currency', 'name', 'late')),
  constraint ramp_orders_given_check check (given_units > 0),
  constraint ramp_orders_back_check check (back_units > 0)
);
alter table ramp_orders add foreign key (quote_id) references product_quotes(id) on delete cascade;
alter table ramp_orders add foreign key (user_id) references users(id);
alter table ramp_orders add foreign key (corridor_id) references ramp_corridors(id);
create index ramp_orders_of_user on ramp_orders (user_id);
create index ramp_orders_of_account on ramp_orders (account) where account is not null;
grant select on ramp_orders to parley_signer, parley_web, parley_worker;

-- The books of the demo's own bank, which is another party: by our reference, each order once.
create table house_bank_orders (
  reference uuid not null,
  direction text not null,
  rail text not null,
  currency text not null,
  units bigint not null,
  cents bigint not null,
  -- Of money that is to come: the words of the transfer, the account at the bank, or the wallet that is asked.
  words text,
  account text not null,
  -- Of a payout.
  payee text,
  state text not null,
  -- What came, from whom, and when by the bank's books.
  paid_units bigint,
  paid_cents bigint,
  paid_name text,
  paid_at timestamptz,
  reason text,
  created_at timestamptz not null,
  primary key (reference),
  constraint house_bank_orders_words_key unique (words),
  constraint house_bank_orders_direction_check check (direction in ('buy', 'sell')),
  constraint house_bank_orders_rail_check check (rail in ('bank', 'mobile_money')),
  constraint house_bank_orders_state_check check (state in ('waiting', 'paid', 'failed', 'refunded', 'came_back')),
  constraint house_bank_orders_paid_check check ((paid_at is null) = (paid_units is null) and (paid_at is null) = (paid_cents is null))
);
grant select on house_bank_orders to parley_web, parley_worker;
grant insert on house_bank_orders to parley_worker;
grant update (state, reason) on house_bank_orders to parley_worker;

-- What moved the market's dollars at the demo's bank, in order.
create table house_bank_lines (
  id bigint generated always as identity not null,
  kind text not null,
  reference text not null,
  cents bigint not null,
  at timestamptz not null,
  primary key (id),
  constraint house_bank_lines_kind_check check (kind in ('order', 'return', 'other')),
  constraint house_bank_lines_reference_check check (char_length(reference) between 1 and 80),
  constraint house_bank_lines_cents_check check (cents <> 0)
);
create index house_bank_lines_by_day on house_bank_lines (at);
grant select, insert on house_bank_lines to parley_worker;

insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values
  ('house', 'promised', false, false),
  ('house', 'fees_ramp', false, false),
  ('house', 'refunds', false, true),
  ('outside', 'bank', true, true),
  ('outside', 'mobile_money', true, true);
insert into halt_names (name, when_broken) values ('on_ramp', false), ('off_ramp', false);
