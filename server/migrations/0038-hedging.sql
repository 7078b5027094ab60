-- Protection of balances: rules that convert on an occasion, the occasions that wait, and what came of them. Owned by products/hedging.
-- Rules that convert a user's coins: on what occasion, which coin into which, how much of it, and at which price.
create table hedge_rules (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  trigger text not null,
  from_currency text not null,
  to_currency text not null,
  -- Of what arrived; of a schedule or a price, of what is above the reserve.
  share_bp int not null,
  -- So many units of the first coin always stay.
  keep_units bigint not null,
  -- Only while one of the coin that is not USDT costs at most, or at least, so much.
  price_side text,
  price_usd_cents bigint,
  -- Of a schedule.
  every_days int,
  next_at timestamptz,
  -- Of a price: whether it was there when it was last looked at. Null before that.
  is_met boolean,
  status text not null default 'active',
  paused_why text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint hedge_rules_hash_key unique (hash),
  constraint hedge_rules_trigger_check check (trigger in ('deposit', 'trade_end', 'schedule', 'price')),
  constraint hedge_rules_pair_check check (
    (from_currency = 'USDT') <> (to_currency = 'USDT') and from_currency in ('BTC', 'ETH', 'USDT') and to_currency in ('BTC', 'ETH', 'USDT')),
  constraint hedge_rules_share_bp_check check (share_bp between 1 and 10000),
  constraint hedge_rules_keep_units_check check (keep_units >= 0),
  constraint hedge_rules_price_check check (
    (price_side is null) = (price_usd_cents is null) and price_side in ('at_most', 'at_least') and price_usd_cents > 0
    and (trigger <> 'price' or price_side is not null)),
  constraint hedge_rules_schedule_check check (
    (trigger = 'schedule') = (every_days is not null) and (trigger = 'schedule') = (next_at is not null) and every_days in (1, 7, 30)),
  constraint hedge_rules_status_check check (status in ('active', 'paused', 'ended')),
  constraint hedge_rules_paused_check check (
    (status = 'paused') = (paused_why is not null) and paused_why in ('user', 'deposit_reversed')),
  constraint hedge_rules_ended_check check ((status = 'ended') = (ended_at is not null))
);
alter table hedge_rules add foreign key (user_id) references users(id);
create index hedge_rules_of_user on hedge_rules (user_id, id desc);
create index hedge_rules_by_time on hedge_rules (next_at) where status = 'active' and trigger = 'schedule';
create index hedge_rules_by_price on hedge_rules (id) where status = 'active' and trigger = 'price';
grant select on hedge_rules to parley_web, parley_worker;

-- Occasions that wait for their run: a deposit, a trade, a time, a price.
create table hedge_dues (
  rule_id bigint not null,
  subject text not null,
  -- Null where the occasion brings no coins.
  arrived_units bigint,
  due_at timestamptz not null,
  primary key (rule_id, subject),
  constraint hedge_dues_arrived_units_check check (arrived_units > 0)
);
alter table hedge_dues add foreign key (rule_id) references hedge_rules(id);
create index hedge_dues_by_time on hedge_dues (due_at, rule_id);
grant select on hedge_dues to parley_worker;

-- What came of an occasion: a conversion, or why there is none.
create table hedge_runs (
  id bigint generated always as identity not null,
  rule_id bigint not null,
  user_id bigint not null,
  subject text not null,
  outcome text not null,
  arrived_units bigint,
  -- Of a conversion: what there was before it, and its quote.
  before_units bigint,
  quote_id bigint,
  at timestamptz not null,
  primary key (id),
  constraint hedge_runs_rule_id_subject_key unique (rule_id, subject),
  constraint hedge_runs_quote_id_key unique (quote_id),
  constraint hedge_runs_outcome_check check (outcome in (
    'converted', 'paused', 'halted', 'restricted', 'on_hold', 'stale', 'price', 'reversed', 'too_small', 'price_moved', 'insufficient',
    'unavailable')),
  constraint hedge_runs_converted_check check (
    (outcome = 'converted') = (quote_id is not null) and (outcome = 'converted') = (before_units is not null))
);
alter table hedge_runs add foreign key (rule_id) references hedge_rules(id);
alter table hedge_runs add foreign key (user_id) references users(id);
alter table hedge_runs add foreign key (quote_id) references conversions(quote_id);
create index hedge_runs_of_user on hedge_runs (user_id, id desc);
create index hedge_runs_of_subject on hedge_runs (subject) where outcome = 'converted';
create trigger hedge_runs_append_only before delete or update on hedge_runs for each statement execute function refuse_change();
create trigger hedge_runs_never_truncated before truncate on hedge_runs for each statement execute function refuse_change();
grant select on hedge_runs to parley_web, parley_worker;
