-- The gift card store: what providers sell, orders of several lines, sealed codes, and the cards of the demo's own issuer. Owned by products/store;
-- a bought card says so in the vault (market/gift-cards), and statements name their product (products/providers).
alter table product_quotes drop constraint product_quotes_product_check;
alter table product_quotes add constraint product_quotes_product_check check (product in ('top_up', 'card', 'store'));
alter table provider_orders drop constraint provider_orders_case_check;
alter table provider_orders add constraint provider_orders_case_check check ((case_at is null) = (case_reason is null)
    and case_reason in ('unknown', 'mismatch', 'short', 'repeated', 'contradiction'));
alter table provider_health drop constraint provider_health_why_check;
alter table provider_health add constraint provider_health_why_check check (why in ('failures', 'slow', 'repeated') and (why is null) = (paused_until is null));
alter table provider_statements add column product text not null default 'top_up';
alter table provider_statements alter column product drop default;
alter table gift_cards add column bought_at timestamptz;
grant select (bought_at) on gift_cards to parley_worker;
alter table gift_cards add constraint gift_cards_bought check (bought_at is null or status <> 'deleted');

-- What a provider of gift cards sells, as it says.
create table store_products (
  id bigint generated always as identity not null,
  provider text not null,
  -- The provider's id of it.
  code text not null,
  brand text not null,
  name text not null,
  -- Where its codes work.
  country text not null,
  currency text not null,
  category text not null,
  kind text not null,
  -- Of fixed ones: the values of cards, and at the same place what each costs at most, in cents of a dollar.
  amounts bigint[] not null default '{}',
  costs bigint[] not null default '{}',
  -- Of a range: its ends, and what a card of the most costs.
  min_units bigint,
  max_units bigint,
  max_cost_cents bigint,
  -- How a code is used, by language; en is always there.
  redeem jsonb not null,
  -- The payment method whose vault takes its codes.
  method_id int,
  is_in_stock boolean not null,
  is_active boolean not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint store_products_code_key unique (provider, code),
  constraint store_products_names_check check (char_length(brand) between 1 and 80 and char_length(name) between 1 and 120),
  constraint store_products_country_check check (country ~ '^[A-Z]{2}$' and currency ~ '^[A-Z]{3}$'),
  constraint store_products_category_check check (category in ('shopping', 'games', 'entertainment', 'food', 'travel', 'money', 'other')),
  constraint store_products_kind_check check (kind in ('fixed', 'range') and case kind
    when 'fixed' then cardinality(amounts) between 1 and 60 and cardinality(costs) = cardinality(amounts) and 0 < all (amounts) and 0 < all (costs)
    else min_units > 0 and max_units >= min_units and max_cost_cents > 0 end),
  constraint store_products_redeem_check check (redeem ? 'en' and char_length(redeem::text) <= 8000)
);
create index store_products_of_country on store_products (provider, country) where is_active;
grant select on store_products to parley_signer, parley_web, parley_worker;

-- A quote that was paid: its lines are orders at the provider.
create table store_orders (
  id bigint generated always as identity not null,
  quote_id bigint not null,
  hash text not null,
  user_id bigint not null,
  created_at timestamptz not null,
  primary key (id),
  constraint store_orders_hash_key unique (hash),
  constraint store_orders_quote_id_key unique (quote_id)
);
alter table store_orders add foreign key (quote_id) references product_quotes(id);
alter table store_orders add foreign key (user_id) references users(id);
create index store_orders_of_user on store_orders (user_id, quote_id desc);
grant select on store_orders to parley_signer, parley_web, parley_worker;

-- A line of a quote: so many cards of one value, with a quote of its own inside the quote of all.
create table store_lines (
  quote_id bigint not null,
  order_quote_id bigint not null,
  place int not null,
  user_id bigint not null,
  product_id bigint not null,
  face_units bigint not null,
  quantity int not null,
  primary key (quote_id),
  constraint store_lines_place_key unique (order_quote_id, place),
  constraint store_lines_units_check check (face_units > 0 and quantity between 1 and 10)
);
alter table store_lines add foreign key (quote_id) references product_quotes(id) on delete cascade;
alter table store_lines add foreign key (order_quote_id) references product_quotes(id) on delete cascade;
alter table store_lines add foreign key (user_id) references users(id);
alter table store_lines add foreign key (product_id) references store_products(id);
create index store_lines_of_product on store_lines (product_id);
create index store_lines_of_user on store_lines (user_id);
grant select on store_lines to parley_signer, parley_web, parley_worker;

-- Codes as the provider gave them, sealed. The mark is that of the vault of gift cards: a code is sold here once.
create table store_codes (
  id bigint generated always as identity not null,
  hash text not null,
  quote_id bigint not null,
  n int not null,
  user_id bigint not null,
  -- Null once its owner's account has closed.
  code_sealed bytea,
  pin_sealed bytea,
  mark bytea not null,
  delivered_at timestamptz not null,
  -- Its owner looked at it: it counts as used from then on.
  first_seen_at timestamptz,
  -- Its owner's own words.
  used_at timestamptz,
  note text,
  -- The gift card that it was made in the vault.
  vault_hash text,
  reported_at timestamptz,
  report text,
  report_status text,
  decided_at timestamptz,
  primary key (id),
  constraint store_codes_hash_key unique (hash),
  constraint store_codes_place_key unique (quote_id, n),
  constraint store_codes_mark_key unique (mark),
  constraint store_codes_mark_check check (octet_length(mark) = 32),
  constraint store_codes_note_check check (char_length(note) <= 200),
  constraint store_codes_report_said check (is_said(report) and char_length(report) <= 500),
  constraint store_codes_report_check check ((reported_at is null) = (report_status is null) and report_status in ('open', 'refunded', 'refused')
    and (report_status in ('refunded', 'refused')) = (decided_at is not null) and (reported_at is null or first_seen_at is not null))
);
alter table store_codes add foreign key (quote_id) references store_lines(quote_id);
alter table store_codes add foreign key (user_id) references users(id);
create index store_codes_of_user on store_codes (user_id, id desc);
create index store_codes_reported on store_codes (reported_at) where report_status = 'open';
grant select on store_codes to parley_web;
grant select (id, hash, quote_id, n, user_id, delivered_at, first_seen_at, reported_at, report_status, decided_at) on store_codes to parley_signer, parley_worker;

-- The orders of the demo's own issuer, which is another party: by our reference, each once.
create table house_market_orders (
  reference uuid not null,
  state text not null,
  reason text,
  currency text not null,
  face_units bigint not null,
  cost_cents bigint not null,
  at timestamptz not null,
  primary key (reference),
  constraint house_market_orders_state_check check (state in ('pending', 'succeeded', 'failed'))
);
grant select, insert on house_market_orders to parley_worker;

-- Cards of that issuer: what they are worth is owed from the moment that their order is settled, until they are redeemed.
create table house_cards (
  id bigint generated always as identity not null,
  reference uuid not null,
  n int not null,
  currency text not null,
  face_units bigint not null,
  -- Null once it is redeemed or void.
  code_sealed bytea,
  mark bytea not null,
  issued_at timestamptz not null,
  activated_at timestamptz,
  redeemed_at timestamptz,
  redeemed_by bigint,
  voided_at timestamptz,
  primary key (id),
  constraint house_cards_place_key unique (reference, n),
  constraint house_cards_mark_key unique (mark),
  constraint house_cards_mark_check check (octet_length(mark) = 32),
  constraint house_cards_units_check check (face_units > 0 and currency ~ '^[A-Z]{3}$'),
  constraint house_cards_redeemed_check check ((redeemed_at is null) = (redeemed_by is null) and (redeemed_at is null or activated_at is not null)
    and (redeemed_at is null or voided_at is null))
);
alter table house_cards add foreign key (redeemed_by) references users(id);
create index house_cards_of_redeemer on house_cards (redeemed_by) where redeemed_by is not null;
grant select on house_cards to parley_worker;
grant insert (reference, n, currency, face_units, code_sealed, mark, issued_at) on house_cards to parley_worker;

insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values
  ('house', 'cards_issued', false, true),
  ('outside', 'store', true, true),
  ('outside', 'market', true, true);
insert into halt_names (name, when_broken) values ('store', true);
