-- Orders of the operator on the spot markets, which follow the advice about its exposure. Owned by staff/exposure.
-- Orders of the operator on a spot market, each to follow an advice: planned with its own id, placed with money of the inventory, and ended with
-- what came of it back in the inventory. They are placed by an account of the operator, which never has money of the inventory otherwise.
create table house_orders (
  id bigint generated always as identity not null,
  -- The client's id at the market, stored before the order is placed.
  external_ref text not null,
  advice_id bigint not null,
  user_id bigint not null,
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
  constraint house_orders_status_check check (status in ('planned', 'placed', 'ended', 'refused', 'missing')),
  constraint house_orders_placed_check check ((status in ('placed', 'ended', 'missing')) = (order_id is not null and given_units is not null)),
  constraint house_orders_ended_check check ((status in ('planned', 'placed')) = (ended_at is null)),
  constraint house_orders_why_check check ((status = 'refused') = (why is not null))
);
alter table house_orders add foreign key (advice_id) references house_advice(id);
alter table house_orders add foreign key (user_id) references users(id);
alter table house_orders add foreign key (order_id) references spot_orders(id);
create unique index house_orders_open on house_orders (market) where status in ('planned', 'placed');
create index house_orders_of_advice on house_orders (advice_id, id desc);
grant select on house_orders to parley_web, parley_worker;
