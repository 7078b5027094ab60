-- Users ask the OTC desk for a price of a large amount; staff propose one, a trader agrees, the user accepts. Owned by market/otc.
-- What users asked the OTC desk for: so much of a coin for this amount of a currency, paid by one of these methods.
create table otc_requests (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  -- What the user does.
  side text not null,
  crypto text not null,
  fiat text not null,
  units bigint not null,
  method_ids int[] not null,
  note text not null,
  status text not null,
  asked_at timestamptz not null,
  changed_at timestamptz not null,
  -- Of one that staff closed.
  closed_by bigint,
  closed_why text,
  primary key (id),
  constraint otc_requests_hash_key unique (hash),
  constraint otc_requests_side_check check (side in ('buy', 'sell')),
  constraint otc_requests_crypto_check check (crypto in ('BTC', 'ETH', 'USDT')),
  constraint otc_requests_fiat_check check (fiat ~ '^[A-Z]{3}$'),
  constraint otc_requests_units_check check (units > 0),
  constraint otc_requests_methods_check check (cardinality(method_ids) between 1 and 5),
  constraint otc_requests_note_check check (char_length(note) <= 1000),
  constraint otc_requests_status_check check (status in ('open', 'asked', 'quoted', 'accepted', 'cancelled', 'closed', 'expired')),
  constraint otc_requests_closed_check check ((closed_by is null) = (closed_why is null) and (closed_by is null or status = 'closed')),
  constraint otc_requests_why_check check (char_length(closed_why) >= 3 and char_length(closed_why) <= 500),
  constraint otc_requests_closed_why_said check (is_said(closed_why))
);
alter table otc_requests add foreign key (user_id) references users(id);
alter table otc_requests add foreign key (closed_by) references users(id);
create index otc_requests_of_user on otc_requests (user_id, id);
create index otc_requests_live on otc_requests (status, changed_at) where status in ('open', 'asked', 'quoted');
grant select on otc_requests to parley_web, parley_worker;

-- Prices that staff proposed for a request: the trader who would trade agrees first, then the user accepts.
create table otc_quotes (
  id bigint generated always as identity not null,
  hash text not null,
  request_id bigint not null,
  trader_id bigint not null,
  made_by bigint not null,
  method_id int not null,
  -- Of one coin, in the currency of the request.
  price numeric not null,
  units bigint not null,
  -- For which it is valid once the trader has agreed, and for which the offer is once the user has accepted.
  minutes int not null,
  status text not null,
  made_at timestamptz not null,
  answer_by timestamptz not null,
  -- Of the offer, as the trader wrote them.
  terms text,
  details text,
  expires_at timestamptz,
  ended_at timestamptz,
  primary key (id),
  constraint otc_quotes_hash_key unique (hash),
  constraint otc_quotes_price_check check (price > 0),
  constraint otc_quotes_units_check check (units > 0),
  constraint otc_quotes_minutes_check check (minutes between 10 and 1440),
  constraint otc_quotes_status_check check (status in ('asked', 'agreed', 'accepted', 'declined', 'refused', 'expired', 'withdrawn')),
  constraint otc_quotes_terms_check check (char_length(terms) <= 2500 and char_length(details) <= 2500),
  constraint otc_quotes_agreed_check check ((expires_at is null) = (terms is null) and (expires_at is null) = (details is null)),
  constraint otc_quotes_ended_check check ((ended_at is null) = (status in ('asked', 'agreed')))
);
alter table otc_quotes add foreign key (request_id) references otc_requests(id) on delete cascade;
alter table otc_quotes add foreign key (trader_id) references users(id);
alter table otc_quotes add foreign key (made_by) references users(id);
create index otc_quotes_of_request on otc_quotes (request_id, id);
create index otc_quotes_of_trader on otc_quotes (trader_id, id);
-- One at a time.
create unique index otc_quotes_live on otc_quotes (request_id) where status in ('asked', 'agreed');
grant select on otc_quotes to parley_web, parley_worker;
