-- The figures of each trader, for the staff and in groups for the public. The days are computed again, with them. Owned by site/statistics.
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
delete from stat_days;
