create table trades (
  id bigint generated always as identity not null,
  hash text not null,
  receipt_uuid uuid not null,
  offer_hash text not null,
  offer_type text not null,
  offer_terms text not null,
  trade_details text not null,
  owner_id bigint not null,
  starter_id bigint not null,
  buyer_id bigint not null,
  seller_id bigint not null,
  crypto text not null,
  units bigint not null,
  fee_units bigint not null,
  fiat_code text not null,
  fiat_digits int not null,
  fiat_units bigint not null,
  usd_cents bigint not null,
  -- Fiat for one whole coin, and what it was made from, so that anybody can compute it again.
  price text not null,
  market_rate text not null,
  margin_bp int,
  rate_as_of timestamptz not null,
  payment_method_id int not null,
  window_minutes int not null,
  status text not null,
  version int not null default 1,
  -- A reopened trade starts a new funding round: its escrow is funded once and leaves once per round.
  round int not null default 1,
  started_at timestamptz not null,
  -- The end of the payment window, or of the time to fund; null when nothing runs.
  expires_at timestamptz,
  funded_at timestamptz,
  details_revealed_at timestamptz,
  owner_responded_at timestamptz,
  paid_at timestamptz,
  -- A buyer once said that he paid: automatic outcomes ask this, not the present status.
  was_ever_paid boolean not null default false,
  released_at timestamptz,
  ended_at timestamptz,
  extended_times int not null default 0,
  reopen_asked_at timestamptz,
  is_reopened boolean not null default false,
  dispute_wait_sec int not null,
  dispute_opened_at timestamptz,
  dispute_opened_by text,
  dispute_reason text,
  dispute_text text,
  buyer_feedback_at timestamptz,
  seller_feedback_at timestamptz,
  is_same_ip boolean not null default false,
  is_demo boolean not null default false,
  flow_type text not null default 'default',
  -- What the buyer got of `units` by a division; null where all went one way. Halves are the seller's. By its status only a
  -- trade that is awarded has a share, and one that has been stays as it is.
  buyer_share_units bigint,
  -- When the seller saw the code of the card of this round.
  code_revealed_at timestamptz,
  -- By what the offer said when the trade began; and those of them that have not come yet.
  requirements text[] not null default '{}'::text[],
  awaited text[] not null default '{}'::text[],
  bank_reference text,
  no_third_parties boolean not null default false,
  custom_rate numeric,
  -- The taker's cashback when the coins go to the buyer; null for none.
  cashback_units bigint,
  payment_country text,
  payment_subdivision text,
  payment_city text,
  most_extensions int not null default 2,
  payer_awaited boolean not null default false,
  primary key (id),
  constraint trades_hash_key unique (hash),
  constraint trades_receipt_uuid_key unique (receipt_uuid),
  constraint trades_check check (buyer_id <> seller_id),
  constraint trades_check1 check ((owner_id = buyer_id and starter_id = seller_id) or (owner_id = seller_id and starter_id = buyer_id)),
  constraint trades_check2 check (cashback_units > 0 and (cashback_units <= (fee_units / 2))),
  constraint trades_crypto_check check (crypto in ('BTC', 'ETH', 'USDT')),
  constraint trades_dispute_opened_by_check check (dispute_opened_by in ('buyer', 'seller')),
  constraint trades_dispute_wait_sec_check check (dispute_wait_sec >= 0),
  constraint trades_extended_times_check check (extended_times >= 0 and extended_times <= most_extensions),
  constraint trades_fee_units_check check (fee_units >= 0),
  constraint trades_fiat_units_check check (fiat_units > 0),
  constraint trades_flow_type_check check (flow_type in ('default', 'gcc-auto', 'lite', 'bt-auto')),
  constraint trades_gcc_statuses check (flow_type = 'gcc-auto' or (status !~~ 'gcc\_%')),
  constraint trades_most_extensions_check check (most_extensions >= 0 and most_extensions <= 10),
  constraint trades_offer_type_check check (offer_type in ('buy', 'sell')),
  constraint trades_paid_with_proofs check (paid_at is null or (awaited = '{}'::text[])),
  constraint trades_requirements_known check ((requirements <@ array['payment_proof', 'receipt', 'bank_statement']) and (awaited <@ requirements)),
  constraint trades_reveal_what_was_shared check (code_revealed_at is null or paid_at is not null),
  constraint trades_share_is_of_its_winner check (buyer_share_units is null or (buyer_share_units > 0 and buyer_share_units < units and (status =
case
    when (buyer_share_units > (units - buyer_share_units)) then 'dispute_won_buyer'
    else 'dispute_won_seller'
end))),
  constraint trades_status_check check (status in ('chargeback_started', 'chargeback_paid', 'not_funded', 'funds_processing', 'funds_processed', 'active_funded', 'gcc_info_shared', 'gcc_info_accepted', 'gcc_code_shared', 'paid', 'dispute_open', 'dispute_awarded', 'dispute_won_buyer', 'dispute_won_seller', 'released', 'expired', 'cancelled_buyer', 'cancelled_seller', 'cancelled_system')),
  constraint trades_units_check check (units > 0),
  constraint trades_usd_cents_check check (usd_cents >= 0),
  constraint trades_window_minutes_check check (window_minutes >= 1 and window_minutes <= 43200)
) with (fillfactor = 70);
alter table trades add foreign key (owner_id) references users(id);
alter table trades add foreign key (starter_id) references users(id);
-- A summary for each run of pages: trades end roughly in the order of the table, and an update that ends one stays in its page.
create index trades_by_end on trades using brin (ended_at) with (pages_per_range='16', autosummarize='on');
create index trades_divided on trades (id) where buyer_share_units is not null;
-- Trades of a user by their time, for the edge of the day and for pages of the history; and those that are open.
create index trades_of_buyer_by_time on trades (buyer_id, started_at desc, id desc);
create index trades_of_offer on trades (offer_hash, id desc);
create index trades_of_seller_by_time on trades (seller_id, started_at desc, id desc);
create trigger chargeback_erased after update of offer_terms on trades for each row when (new.offer_terms = '') execute function erase_chargeback();
create trigger chargebacks_follow after update of status on trades for each row when (old.status <> new.status and ((old.status in ('chargeback_started', 'chargeback_paid')) or (new.status in ('chargeback_started', 'chargeback_paid')))) execute function chargeback_follows_its_report();
create trigger gift_cards_follow after update of status, flow_type, code_revealed_at on trades for each row when (old.flow_type = 'gcc-auto' and (((old.status is distinct from new.status) or (old.flow_type is distinct from new.flow_type)) or (old.code_revealed_at is distinct from new.code_revealed_at))) execute function follow_gift_card();
-- Only erasing by age sets the column.
create trigger given_accounts_erased after update of offer_terms on trades for each row when (new.offer_terms = '') execute function erase_given_accounts();
create trigger trades_await before insert on trades for each row when ((new.awaited is distinct from new.requirements) and new.ended_at is null) execute function awaits_what_is_required();
create trigger trades_await_again before update of paid_at on trades for each row when (old.paid_at is not null and new.paid_at is null and (new.requirements <> '{}'::text[])) execute function await_unmet_requirements();
create trigger trades_awarded after update on trades for each row when (new.status = 'dispute_awarded' and old.status <> 'dispute_awarded') execute function awarded_is_proposed();
create trigger trades_begin_unfunded after insert on trades for each row when (new.status in ('not_funded', 'funds_processing', 'funds_processed')) execute function list_unfunded();
create trigger trades_change_unfunded after update on trades for each row when ((old.status in ('not_funded', 'funds_processing', 'funds_processed')) is distinct from (new.status in ('not_funded', 'funds_processing', 'funds_processed'))) execute function list_unfunded();
create trigger trades_counted_change after update on trades referencing old table as removed new table as added for each statement execute function count_trades();
create trigger trades_counted_new after insert on trades referencing new table as added for each statement execute function count_new_trades();
create trigger trades_timed_change after update on trades referencing old table as removed new table as added for each statement execute function time_trades();
create trigger trades_keep_custom_rate before insert on trades for each row when (new.custom_rate is not null or (new.payment_method_id in (668, 669, 670, 671))) execute function keep_custom_rate();
create trigger trades_keep_most_extensions before insert on trades for each row execute function keep_most_extensions();
grant select on trades to parley_chain, parley_signer, parley_web, parley_worker;
grant update (version, owner_responded_at, buyer_feedback_at, seller_feedback_at) on trades to parley_web, parley_worker;
grant usage on sequence trades_id_seq to parley_chain, parley_web, parley_worker;

create table trade_transitions (
  id bigint generated always as identity (sequence name trade_moves_id_seq) not null,
  trade_id bigint not null,
  verb text not null,
  actor text not null,
  actor_id bigint,
  status text not null,
  note text,
  at timestamptz not null,
  -- Lines and messages share one sequence, in the order in which they were written. Transitions older than that have their
  -- lines among the messages, and null here.
  line_id bigint default nextval('chat_messages_id_seq'::regclass),
  constraint trade_moves_pkey primary key (id),
  constraint trade_moves_actor_check check (actor in ('buyer', 'seller', 'moderator', 'clock', 'platform'))
);
create index trade_transitions_of_trade on trade_transitions (trade_id, id);
create trigger trade_transitions_append_only before delete or update or truncate on trade_transitions for each statement execute function refuse_change();
grant select on trade_transitions to parley_chain, parley_web, parley_worker;

-- The transitions of every flow, which the flows' own files declare (database/rows.ts). `escrow` is what happens to the coins.
create table trade_rules (
  flow_type text not null,
  verb text not null,
  actor text not null,
  from_status text not null,
  to_status text not null,
  escrow text,
  -- Where a rule leads to another flow.
  to_flow text,
  -- What is written beside the status, for write_moves.
  writes text[] not null,
  primary key (flow_type, verb, actor, from_status),
  constraint trade_rules_actor_check check (actor in ('buyer', 'seller', 'moderator', 'clock', 'platform')),
  constraint trade_rules_escrow_check check (escrow in ('lock', 'release', 'return'))
);
grant select on trade_rules to parley_chain, parley_web, parley_worker;

-- In cents of the dollar, of trades that are open or went well, on either side of them, and of what products use.
create table trade_usage (
  user_id bigint not null,
  counted_cents bigint not null,
  primary key (user_id)
) with (fillfactor = 70);
alter table trade_usage add foreign key (user_id) references users(id);
grant select on trade_usage to parley_web, parley_worker;

-- A ring: an hour takes the row of the one 32 hours before it, so the table does not grow with time.
create table trade_usage_slots (
  user_id bigint not null,
  slot smallint not null,
  begins_at timestamptz not null,
  cents bigint not null,
  primary key (user_id, slot),
  constraint trade_usage_slots_begins_at_check check (begins_at = date_bin('01:00:00'::interval, begins_at, '2000-01-01 00:00:00+00'::timestamptz)),
  constraint trade_usage_slots_slot_check check (slot >= 0 and slot <= 31)
) with (fillfactor = 70);
alter table trade_usage_slots add foreign key (user_id) references users(id);
grant select on trade_usage_slots to parley_web, parley_worker;

-- What products use of the limits of levels: kinds that modules declare, each with the function that has all its uses.
create table limit_sources (
  kind text not null,
  uses text not null,
  primary key (kind)
);
grant select on limit_sources to parley_worker;

-- In cents, as they count now: what was returned counts nothing.
create table limit_uses (
  kind text not null,
  subject text not null,
  user_id bigint not null,
  begun_at timestamptz not null,
  cents bigint not null,
  primary key (kind, subject),
  constraint limit_uses_cents_check check (cents >= 0)
);
alter table limit_uses add foreign key (kind) references limit_sources(kind);
alter table limit_uses add foreign key (user_id) references users(id);
create index limit_uses_of_user on limit_uses (user_id, begun_at);
grant select on limit_uses to parley_web, parley_worker;

-- Pages of a history say how many there are: of trades that are over by what the filters ask for, counted as they end. Those that
-- are open are few and are counted as they are.
create table trade_counts (
  user_id bigint not null,
  role text not null,
  crypto text not null,
  status text not null,
  trades int not null,
  primary key (user_id, role, crypto, status),
  constraint trade_counts_role_check check (role in ('buyer', 'seller'))
) with (fillfactor = 70);
alter table trade_counts add foreign key (user_id) references users(id);
grant select on trade_counts to parley_web, parley_worker;

-- The end of the window that runs.
create table trade_timers (
  trade_id bigint not null,
  expires_at timestamptz not null,
  primary key (trade_id)
);
create index trade_timers_by_time on trade_timers (expires_at);
grant select on trade_timers to parley_web, parley_worker;

create table running_trades (
  trade_id bigint not null,
  buyer_id bigint not null,
  seller_id bigint not null,
  primary key (trade_id)
);
create index running_trades_of_buyer on running_trades (buyer_id, trade_id);
create index running_trades_of_seller on running_trades (seller_id, trade_id);
grant select on running_trades to parley_web, parley_worker;

create table unfunded_trades (
  trade_id bigint not null,
  primary key (trade_id)
);
grant select on unfunded_trades to parley_worker;

alter table chat_members add foreign key (trade_id) references trades(id);
alter table chat_messages add foreign key (trade_id) references trades(id);
alter table trade_payment_accounts add foreign key (trade_id) references trades(id);
alter table trade_payers add foreign key (trade_id) references trades(id);
alter table gift_cards add foreign key (trade_id) references trades(id);
alter table gift_card_reveals add foreign key (trade_id) references trades(id);
