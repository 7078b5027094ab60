create table rates (
  crypto text not null,
  fiat text not null,
  rate numeric not null,
  -- Of the coin's price; of the currency's, which moves slower and is published once a day.
  as_of timestamptz not null,
  fiat_as_of timestamptz not null,
  -- From then on no trade starts with it: the age limits of the settings when the row was written.
  stale_at timestamptz not null,
  source text not null,
  is_divergent boolean not null,
  primary key (crypto, fiat),
  constraint rates_crypto_check check (crypto in ('BTC', 'ETH', 'USDT')),
  constraint rates_fiat_check check (fiat ~ '^[A-Z]{3}$'),
  constraint rates_rate_check check (rate > (0)::numeric),
  constraint rates_source_check check (source in ('live', 'recorded'))
) with (fillfactor = 50);
create trigger pages_show_rates after insert or delete or update on rates for each statement execute function note_topic('rates');
grant select on rates to parley_chain, parley_signer, parley_web, parley_worker;
grant insert, update on rates to parley_worker;

-- One price a day, kept by the market itself while it runs on live rates; the converter's chart.
create table rate_days (
  crypto text not null,
  fiat text not null,
  day date not null,
  rate numeric not null,
  primary key (crypto, fiat, day),
  constraint rate_days_rate_check check (rate > (0)::numeric)
);
create trigger pages_show_days_of_rates after insert or delete or update on rate_days for each statement execute function note_topic('rates');
grant select on rate_days to parley_chain, parley_web, parley_worker;
grant insert on rate_days to parley_worker;

-- The rate that something was decided by: a trade's price, a conversion, a limit. One row a reason, never changed.
create table rate_uses (
  subject text not null,
  crypto text not null,
  fiat text not null,
  rate numeric not null,
  as_of timestamptz not null,
  source text not null,
  used_at timestamptz not null,
  primary key (subject, crypto, fiat)
);
grant insert, select on rate_uses to parley_chain, parley_web, parley_worker;
