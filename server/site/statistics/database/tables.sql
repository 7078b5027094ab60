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
