-- Advice to buy or sell so much of a coin: made when the operator's exposure leaves its band, and back to the target.
create table house_advice (
  id bigint generated always as identity not null,
  hash text not null,
  currency text not null,
  side text not null,
  units bigint not null,
  -- As they were when it was made.
  exposure_units bigint not null,
  target_units bigint not null,
  band_units bigint not null,
  usd_rate numeric not null,
  made_at timestamptz not null,
  status text not null default 'open',
  ended_at timestamptz,
  -- The administrator who ended it, and their words.
  ended_by bigint,
  ended_why text,
  primary key (id),
  constraint house_advice_hash_key unique (hash),
  constraint house_advice_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint house_advice_side_check check (side in ('buy', 'sell')),
  constraint house_advice_units_check check (
    units > 0 and band_units > 0 and usd_rate > 0 and target_units - exposure_units = case side when 'buy' then units else -units end),
  constraint house_advice_status_check check (status in ('open', 'done', 'dismissed', 'lapsed')),
  constraint house_advice_ended_check check ((status = 'open') = (ended_at is null)),
  constraint house_advice_ended_by_check check ((status in ('done', 'dismissed')) = (ended_by is not null and ended_why is not null)),
  constraint house_advice_ended_why_said check (is_said(ended_why) and char_length(ended_why) <= 300)
);
alter table house_advice add foreign key (ended_by) references users(id);
create unique index house_advice_open on house_advice (currency) where status = 'open';
create index house_advice_ended on house_advice (currency, ended_at) where status in ('done', 'dismissed');
grant select on house_advice to parley_web, parley_worker;

-- The result of the operator's exposure on a day (UTC), in cents, as it was last computed.
create table exposure_days (
  day date not null,
  began_at timestamptz not null,
  -- The last posting before it began.
  after_posting bigint not null,
  noted_at timestamptz not null,
  -- What the amounts that changed are worth now, without coins and money that the operator brought or took.
  realized_cents bigint not null default 0,
  -- What the prices of the amounts of the start changed.
  unrealized_cents bigint not null default 0,
  -- The loss reached its bound: until the day is over no advice is executed.
  stopped_at timestamptz,
  primary key (day)
) with (fillfactor = 50);
grant select on exposure_days to parley_web, parley_worker;

-- The exposure when the day began.
create table exposure_starts (
  day date not null,
  currency text not null,
  units bigint not null,
  usd_rate numeric not null,
  -- Of these units, at venues outside.
  venue_units bigint not null default 0,
  primary key (day, currency),
  constraint exposure_starts_usd_rate_check check (usd_rate > 0)
);
alter table exposure_starts add foreign key (day) references exposure_days(day);
grant select on exposure_starts to parley_web, parley_worker;

-- Orders of the operator, each to follow an advice. On the own spot markets: planned with its own id, placed with money of the inventory, and ended
-- with what came of it back in the inventory, by an account that never has money of the inventory otherwise. At a venue outside: with money there.
create table house_orders (
  id bigint generated always as identity not null,
  -- The client's id at the market, stored before the order is placed.
  external_ref text not null,
  venue text not null default 'spot',
  advice_id bigint not null,
  user_id bigint,
  market text not null,
  side text not null,
  lots bigint not null,
  price_ticks bigint not null,
  -- The way back to the target when it was planned, which no order goes beyond.
  way_units bigint not null,
  lot_units bigint not null,
  -- What left the inventory for it.
  given_units bigint,
  order_id bigint,
  -- Outside, as the venue says at the end, and when the order was sent.
  filled_units bigint not null default 0,
  quote_units bigint not null default 0,
  base_fee_units bigint not null default 0,
  quote_fee_units bigint not null default 0,
  submitted_at timestamptz,
  status text not null default 'planned',
  why text,
  planned_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint house_orders_external_ref_key unique (external_ref),
  constraint house_orders_order_id_key unique (order_id),
  constraint house_orders_external_ref_check check (external_ref ~ '^[A-Za-z0-9]{10,32}$'),
  constraint house_orders_side_check check (side in ('buy', 'sell')),
  constraint house_orders_sizes_check check (lots > 0 and price_ticks > 0 and lot_units > 0 and lots * lot_units <= way_units),
  constraint house_orders_status_check check (status in ('planned', 'placed', 'unknown', 'ended', 'refused', 'missing')),
  constraint house_orders_venue_check check (venue in ('spot', 'okx') and (venue = 'spot') = (user_id is not null) and (venue <> 'spot' or status <> 'unknown')),
  constraint house_orders_filled_check check (
    filled_units between 0 and lots * lot_units and quote_units >= 0 and base_fee_units >= 0 and quote_fee_units >= 0
    and (venue <> 'spot' or filled_units = 0)),
  constraint house_orders_placed_check check (
    (venue = 'spot' and status in ('placed', 'ended', 'missing')) = (order_id is not null) and (order_id is null) = (given_units is null)),
  constraint house_orders_ended_check check ((status in ('planned', 'placed', 'unknown')) = (ended_at is null)),
  constraint house_orders_why_check check ((status = 'refused') = (why is not null))
);
alter table house_orders add foreign key (advice_id) references house_advice(id);
alter table house_orders add foreign key (user_id) references users(id);
alter table house_orders add foreign key (order_id) references spot_orders(id);
create unique index house_orders_open on house_orders (market) where status in ('planned', 'placed', 'unknown');
create index house_orders_of_advice on house_orders (advice_id, id desc);
grant select on house_orders to parley_web, parley_worker;

-- What the operator has at a venue outside, as it was read there.
create table venue_balances (
  venue text not null,
  currency text not null,
  units bigint not null,
  read_at timestamptz not null,
  primary key (venue, currency),
  constraint venue_balances_venue_check check (venue in ('okx')),
  constraint venue_balances_currency_check check (currency in ('BTC', 'ETH', 'USDT'))
);
grant select on venue_balances to parley_web, parley_worker;
