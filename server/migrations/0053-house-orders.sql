-- Orders of the operator, which follow the advice about its exposure, and what it has at a venue outside. Owned by staff/exposure.
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
