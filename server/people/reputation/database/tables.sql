create table user_reputation (
  user_id bigint not null,
  feedback_positive int not null default 0,
  feedback_negative int not null default 0,
  trades_total int not null default 0,
  trades_successful int not null default 0,
  partners_total int not null default 0,
  month_trades int not null default 0,
  month_successful int not null default 0,
  release_median_sec int,
  payment_median_sec int,
  first_trade_at timestamptz,
  trusted_count int not null default 0,
  blocked_count int not null default 0,
  -- How many others this user has blocked.
  blocks_others_count int not null default 0,
  badge text not null default 'no_badge',
  is_vendor boolean not null default false,
  tier text not null default 'no_badge',
  weight_partners bigint not null default 0,
  weight_positive bigint not null default 0,
  weight_negative bigint not null default 0,
  -- As shown: whole positives rounded down, negatives rounded up.
  counted_positive int generated always as ((weight_positive / 1000)::int) stored,
  counted_negative int generated always as (((weight_negative + 999) / 1000)::int) stored,
  primary key (user_id),
  constraint user_reputation_badge_check check (badge in ('no_badge', 'vendor', 'power_trader', 'expert_trader', 'operator', 'ceo', 'ambassador')),
  constraint user_reputation_feedback_negative_check check (feedback_negative >= 0),
  constraint user_reputation_feedback_positive_check check (feedback_positive >= 0),
  constraint user_reputation_tier_check check (tier in ('no_badge', 'power_trader', 'expert_trader')),
  constraint user_reputation_weight_negative_check check (weight_negative >= 0),
  constraint user_reputation_weight_partners_check check (weight_partners >= 0),
  constraint user_reputation_weight_positive_check check (weight_positive >= 0)
) with (fillfactor = 70);
alter table user_reputation add foreign key (user_id) references users(id);
create trigger pages_show_new_reputation after insert on user_reputation referencing new table as added for each statement execute function note_owner_changes('user_id');
create trigger pages_show_reputation after update on user_reputation referencing new table as added for each statement execute function note_owner_changes('user_id');
grant select on user_reputation to parley_chain, parley_web, parley_worker;
grant insert (user_id, trades_total, trades_successful, partners_total, month_trades, month_successful, release_median_sec, payment_median_sec, first_trade_at), update (trades_total, trades_successful, partners_total, month_trades, month_successful, release_median_sec, payment_median_sec, first_trade_at) on user_reputation to parley_worker;

create table user_volumes (
  user_id bigint not null,
  currency text not null,
  units bigint not null,
  primary key (user_id, currency),
  constraint user_volumes_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint user_volumes_units_check check (units >= 0)
) with (fillfactor = 60);
alter table user_volumes add foreign key (user_id) references users(id);
grant select on user_volumes to parley_chain, parley_web, parley_worker;

-- One row a side of a finished trade; the figures above are recomputed from these.
create table reputation_trades (
  user_id bigint not null,
  trade_id bigint not null,
  partner_id bigint not null,
  at timestamptz not null,
  is_successful boolean not null,
  role text not null,
  -- Seconds from paid to released for the seller, from start to paid for the buyer.
  took_sec int,
  -- The sides of trades that were counted, each with what of its fee was counted: a correction takes back the same.
  fee_cents bigint not null default 0,
  primary key (user_id, trade_id),
  constraint reputation_trades_role_check check (role in ('buyer', 'seller'))
);
create index reputation_trades_by_role on reputation_trades (user_id, role, at desc);
create trigger endings_weighed_change after update on reputation_trades referencing old table as removed new table as added for each statement execute function weigh_endings();
create trigger endings_weighed_new after insert on reputation_trades referencing new table as added for each statement execute function weigh_endings();
create trigger fees_counted_change before update on reputation_trades for each row when (old.is_successful is distinct from new.is_successful) execute function count_fee_of_trade();
create trigger fees_counted_new before insert on reputation_trades for each row execute function count_fee_of_trade();
create trigger reputation_counted_change after update on reputation_trades referencing old table as removed new table as added for each statement execute function count_reputation();
create trigger reputation_counted_new after insert on reputation_trades referencing new table as added for each statement execute function count_reputation();
create trigger statistics_counted_change after update on reputation_trades referencing old table as removed new table as added for each statement execute function count_trade_days();
create trigger statistics_counted_new after insert on reputation_trades referencing new table as added for each statement execute function count_trade_days();
grant select on reputation_trades to parley_chain, parley_web, parley_worker;

create table trading_pairs (
  user_id bigint not null,
  partner_id bigint not null,
  -- Those that ended, and those of them that went well.
  trades int not null,
  successful int not null,
  last_at timestamptz not null,
  primary key (user_id, partner_id),
  constraint trading_pairs_check check (successful >= 0 and successful <= trades),
  constraint trading_pairs_trades_check check (trades > 0)
) with (fillfactor = 70);
create trigger partners_counted_change after update on trading_pairs referencing old table as removed new table as added for each statement execute function count_partners();
create trigger partners_counted_new after insert on trading_pairs referencing new table as added for each statement execute function count_partners();
grant select on trading_pairs to parley_web, parley_worker;

create table reputation_totals (
  user_id bigint not null,
  trades int not null,
  successful int not null,
  -- The end of the first that went well.
  first_at timestamptz,
  primary key (user_id)
) with (fillfactor = 70);
alter table reputation_totals add foreign key (user_id) references users(id);
grant select on reputation_totals to parley_web, parley_worker;

-- With how many others a user has traded, and with how many of them a trade went well.
create table partner_counts (
  user_id bigint not null,
  met int not null,
  successful int not null,
  primary key (user_id)
) with (fillfactor = 70);
alter table partner_counts add foreign key (user_id) references users(id);
grant select on partner_counts to parley_web, parley_worker;

-- A ring of 42 days: a slot takes the row of the one 256 slots before it, so the table does not grow with time.
create table reputation_slots (
  user_id bigint not null,
  slot smallint not null,
  begins_at timestamptz not null,
  trades int not null,
  successful int not null,
  primary key (user_id, slot),
  constraint reputation_slots_begins_at_check check (begins_at = date_bin('04:00:00'::interval, begins_at, '2000-01-01 00:00:00+00'::timestamptz)),
  constraint reputation_slots_slot_check check (slot >= 0 and slot <= 1023)
) with (fillfactor = 70);
alter table reputation_slots add foreign key (user_id) references users(id);
create index reputation_slots_by_time on reputation_slots (user_id, begins_at);
grant select on reputation_slots to parley_web, parley_worker;

-- One of operator, ceo and ambassador, by staff; or what the seed of a demo market gave its traders to begin with.
create table given_badges (
  user_id bigint not null,
  badge text not null,
  is_seeded boolean not null default false,
  given_at timestamptz not null,
  primary key (user_id),
  constraint given_badges_badge_check check (badge in ('operator', 'ceo', 'ambassador', 'expert_trader', 'power_trader', 'vendor')),
  constraint given_badges_check check (is_seeded or (badge in ('operator', 'ceo', 'ambassador')))
);
alter table given_badges add foreign key (user_id) references users(id);
create trigger badges_of_given after insert or update on given_badges for each row execute function note_badge_due('user_id');
create trigger only_demo_traders_are_seeded before insert or update on given_badges for each row when (new.is_seeded) execute function only_demo_traders_are_seeded();
grant select (user_id, badge, is_seeded) on given_badges to parley_signer;
grant select on given_badges to parley_web, parley_worker;

-- Users whose badge is due for a check, and when.
create table badge_dues (
  user_id bigint not null,
  due_at timestamptz not null,
  primary key (user_id)
);
alter table badge_dues add foreign key (user_id) references users(id);
create index badge_dues_by_time on badge_dues (due_at);
grant select on badge_dues to parley_web, parley_worker;

-- Up to whom everybody has been made due since a number in the settings changed.
create table badge_sweeps (
  id boolean not null default true,
  upto bigint not null,
  primary key (id),
  constraint badge_sweeps_id_check check (id)
);
insert into badge_sweeps (id, upto) values
  ('true', '0');

-- Each change of the shown badge, and why. With the account they go.
create table badge_changes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  before text not null,
  badge text not null,
  -- By staff; or what is there now, or is missing now, of what it needs.
  why text not null,
  has int,
  needs int,
  at timestamptz not null,
  primary key (id),
  constraint badge_changes_check check ((has is null) = (needs is null)),
  constraint badge_changes_why_check check (why in ('staff', 'restricted', 'id', 'address', 'account_days', 'trades', 'sales', 'partners'))
);
alter table badge_changes add foreign key (user_id) references users(id);
create index badge_changes_of_user on badge_changes (user_id, id);
grant select on badge_changes to parley_web;

-- What a partner (giver of feedback) adds to a user's figures; thousandths of a whole partner.
create table pair_weights (
  user_id bigint not null,
  partner_id bigint not null,
  -- Fees of trades on this user's offers with that partner that went well.
  fee_cents bigint not null default 0,
  -- What the partner said last of a trade large enough to count.
  rating smallint,
  primary key (user_id, partner_id),
  constraint pair_weights_rating_check check (rating = any (array[1, '-1'::int]))
) with (fillfactor = 70);
alter table pair_weights add foreign key (partner_id) references users(id);
alter table pair_weights add foreign key (user_id) references users(id);
create trigger partners_weighed_change after update on pair_weights referencing old table as removed new table as added for each statement execute function weigh_partners();
create trigger partners_weighed_new after insert on pair_weights referencing new table as added for each statement execute function weigh_partners();
grant select on pair_weights to parley_worker;

-- A trader's finished trades by day of their end, in UTC, and of all days together (-infinity), so that sums of a period read no trade.
-- Times of payment and release are counted in buckets, each about five per cent wide: see time_bucket.
create table trade_days (
  user_id bigint not null,
  day date not null,
  role text not null,
  crypto text not null,
  -- -1 of trades without a time.
  bucket smallint not null,
  trades int not null,
  successful int not null,
  -- Coins that went from one to the other in those that went well, and their worth in dollars when they began.
  units numeric not null,
  usd_cents bigint not null,
  primary key (user_id, day, role, crypto, bucket),
  constraint trade_days_role_check check (role in ('buyer', 'seller'))
) with (fillfactor = 70);
alter table trade_days add foreign key (user_id) references users(id);
grant select on trade_days to parley_web, parley_worker;
