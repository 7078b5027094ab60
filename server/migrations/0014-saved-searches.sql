-- Users save searches and are alerted to new offers: the searches, the offers that came, and the alerts. Owned by market/saved-searches.
-- Listings that users saved: the address, and its filters as columns, so that one statement finds the searches that an offer fits.
create table saved_searches (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  name text not null,
  address text not null,
  side text not null,
  crypto text not null,
  fiat text,
  -- Null: all of them.
  method_ids int[],
  -- By which the searches of an offer are found: side, coin, currency and method, each of the last two or a star.
  market_key text not null,
  method_group text,
  -- The amount in view, in the listing's currency or in dollars.
  amount numeric,
  is_amount_in_usd boolean not null default false,
  tags text[] not null default '{}'::text[],
  owner_country text,
  -- Null: not asked; empty: payment from anywhere.
  payment_country text,
  visitor_country text,
  online_only boolean not null default false,
  verified_owners_only boolean not null default false,
  verified_offers_only boolean not null default false,
  bin_prefixes text[],
  card_region text,
  has_alert boolean not null,
  -- The last alert; within an hour of it another offer makes the search wait.
  alerted_at timestamptz,
  is_waiting boolean not null default false,
  created_at timestamptz not null,
  primary key (id),
  constraint saved_searches_hash_key unique (hash),
  constraint saved_searches_address_key unique (user_id, address),
  constraint saved_searches_name_check check (char_length(name) between 1 and 80),
  constraint saved_searches_address_check check (char_length(address) <= 1000),
  constraint saved_searches_side_check check (side in ('buy', 'sell')),
  constraint saved_searches_waiting_check check (not is_waiting or alerted_at is not null)
) with (fillfactor = 90);
alter table saved_searches add foreign key (user_id) references users(id);
create index saved_searches_by_market on saved_searches (market_key, id) where has_alert;
create index saved_searches_waiting on saved_searches (alerted_at) where is_waiting and has_alert;
grant select on saved_searches to parley_web, parley_worker;
grant insert, delete, update (name, has_alert, is_waiting) on saved_searches to parley_web;
grant update (alerted_at, is_waiting) on saved_searches to parley_worker;

-- Offers that came to the market, or came with other terms or another price: once for each revision that they had there.
create table offer_arrivals (
  id bigint generated always as identity not null,
  offer_id bigint not null,
  at timestamptz not null,
  is_matched boolean not null default false,
  primary key (id)
);
create index offer_arrivals_unmatched on offer_arrivals (id) where not is_matched;
create index offer_arrivals_by_time on offer_arrivals (at);
grant select on offer_arrivals to parley_worker;
grant update (is_matched), delete on offer_arrivals to parley_worker;

-- What a search has alerted its user to: never twice to the same revision of an offer.
create table saved_search_alerts (
  search_id bigint not null,
  offer_id bigint not null,
  revision int not null,
  at timestamptz not null,
  primary key (search_id, offer_id, revision)
);
alter table saved_search_alerts add foreign key (search_id) references saved_searches(id) on delete cascade;
create index saved_search_alerts_by_time on saved_search_alerts (at);
grant insert, select on saved_search_alerts to parley_worker;

create trigger offers_arrive after insert on offers referencing new table as added for each statement execute function note_offer_arrivals();
create trigger offers_arrive_again after update on offers referencing old table as removed new table as added for each statement execute function note_offer_arrivals();
