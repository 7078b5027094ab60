-- Advice about the operator's exposure, and its result of each day with a bound of loss. Owned by staff/exposure.
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
