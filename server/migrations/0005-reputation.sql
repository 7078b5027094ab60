-- What others may know of a trader: counters that trades and feedback push down, refreshed figures for the listing,
-- and who traded with whom. Owned by people/reputation.

create table user_reputation (
  user_id             bigint primary key references users,
  feedback_positive   int    not null default 0 check (feedback_positive >= 0),
  feedback_negative   int    not null default 0 check (feedback_negative >= 0),
  trades_total        int    not null default 0,
  trades_successful   int    not null default 0,
  partners_total      int    not null default 0,
  month_trades        int    not null default 0,
  month_successful    int    not null default 0,
  release_median_sec  int,
  payment_median_sec  int,
  first_trade_at      timestamptz,
  trusted_count       int    not null default 0,
  blocked_count       int    not null default 0,
  -- How many others this user has blocked.
  blocks_others_count int    not null default 0,
  badge               text   not null default 'no_badge'
    check (badge in ('no_badge', 'vendor', 'power_trader', 'expert_trader', 'operator', 'ceo', 'ambassador'))
);

create table user_volumes (
  user_id  bigint not null references users,
  currency text   not null check (currency in ('BTC', 'ETH', 'USDT')),
  units    bigint not null check (units >= 0),
  primary key (user_id, currency)
);

-- One row a side of a finished trade; the figures above are recomputed from these.
create table reputation_trades (
  user_id       bigint      not null references users,
  trade_id      bigint      not null,
  partner_id    bigint      not null references users,
  at            timestamptz not null,
  is_successful boolean     not null,
  role          text        not null check (role in ('buyer', 'seller')),
  -- Seconds from paid to released for the seller, from start to paid for the buyer.
  took_sec      int,
  primary key (user_id, trade_id)
);
create index reputation_trades_by_time on reputation_trades (user_id, at desc);
create index reputation_trades_by_partner on reputation_trades (user_id, partner_id);

grant select, insert, update on user_reputation, user_volumes, reputation_trades to parley_app;
