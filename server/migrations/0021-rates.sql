-- What one coin costs in each currency, and where that is known from. A tick rewrites these few rows and nothing else:
-- offers keep a margin and are priced when somebody looks. Owned by money/rates.

create table rates (
  crypto       text        not null check (crypto in ('BTC', 'ETH', 'USDT')),
  fiat         text        not null check (fiat ~ '^[A-Z]{3}$'),
  rate         numeric     not null check (rate > 0),
  -- Of the coin's price; of the currency's, which moves slower and is published once a day.
  as_of        timestamptz not null,
  fiat_as_of   timestamptz not null,
  -- From then on nobody starts a trade on it: the age limits of the settings, applied when the row was written.
  stale_at     timestamptz not null,
  source       text        not null check (source in ('live', 'recorded')),
  is_divergent boolean     not null,
  primary key (crypto, fiat)
) with (fillfactor = 50);

-- One price a day, kept by the market itself while it runs on live rates; the converter's chart.
create table rate_days (
  crypto text    not null,
  fiat   text    not null,
  day    date    not null,
  rate   numeric not null check (rate > 0),
  primary key (crypto, fiat, day)
);

-- The rate that something was decided by: a trade's price, a conversion, a limit. One row a reason, never changed.
create table rate_uses (
  subject text        not null,
  crypto  text        not null,
  fiat    text        not null,
  rate    numeric     not null,
  as_of   timestamptz not null,
  source  text        not null,
  used_at timestamptz not null,
  primary key (subject, crypto, fiat)
);

grant select, insert, update on rates to parley_app;
grant select, insert on rate_days, rate_uses to parley_app;
