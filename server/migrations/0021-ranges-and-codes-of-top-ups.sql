-- Top-ups of any sum within a range, and those that are delivered as a code; the demo's telephone company shows what its phones got.
-- Owned by products/top-ups.
alter table top_up_products add column least_units bigint;
alter table top_up_products add column is_pin boolean not null default false;
alter table top_up_products add constraint top_up_products_range_check check (least_units between 1 and local_units - 1 and not is_pin or least_units is null);

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
