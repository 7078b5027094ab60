-- Figures of the market by day of the end of its trades, in UTC, and by coin: written by a job from the trades, and computed again while
-- late ends may change them.
create table stat_days (
  day date not null,
  -- all: of all coins together.
  coin text not null,
  -- Those in which the coins went to the buyer.
  trades int not null,
  volume_cents bigint not null,
  -- Different people, buyers and sellers, of what is counted.
  people int not null,
  -- Trades with a payment and a release, and the middle of the seconds between them.
  timed int not null,
  release_median_sec int,
  disputes int not null,
  computed_at timestamptz not null,
  primary key (day, coin),
  constraint stat_days_coin_check check (coin in ('all', 'BTC', 'ETH', 'USDT')),
  constraint stat_days_check check (trades >= 0 and volume_cents >= 0 and people >= 0 and timed >= 0 and disputes >= 0),
  constraint stat_days_check1 check ((timed = 0) = (release_median_sec is null))
);
grant select on stat_days to parley_web, parley_worker;

-- The same of each trader, by coin: what a person bought and sold.
create table stat_traders (
  day date not null,
  coin text not null,
  user_id bigint not null,
  trades int not null,
  volume_cents bigint not null,
  -- Of these trades, those in which they sold.
  sold int not null,
  -- Their own releases after a payment, and the seconds of all of them.
  timed int not null,
  release_sec bigint not null,
  disputes int not null,
  primary key (day, coin, user_id),
  constraint stat_traders_coin_check check (coin in ('BTC', 'ETH', 'USDT')),
  constraint stat_traders_check check (trades >= sold and sold >= 0 and volume_cents >= 0 and timed >= 0 and release_sec >= 0 and disputes >= 0)
);
alter table stat_traders add foreign key (user_id) references users(id);
create index stat_traders_of_user on stat_traders (user_id);
grant select on stat_traders to parley_web, parley_worker;

-- How many registrations and trades came from which source, by day of universal time: counted from their events.
create table stat_sources (
  day date not null,
  source text not null,
  registrations int not null,
  trades int not null,
  primary key (day, source),
  constraint stat_sources_check check (registrations >= 0 and trades >= 0)
);
grant insert, select, update on stat_sources to parley_worker;
grant select on stat_sources to parley_web;
