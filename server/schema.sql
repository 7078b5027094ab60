-- All tables, from the files of their modules: written by npm run docs, not by hand.

-- platform

create table live_channels (
  name text not null,
  last_seq bigint not null,
  primary key (name)
);
grant select on live_channels to parley_chain, parley_web, parley_worker;
grant insert, update on live_channels to parley_worker;

create table mails (
  id bigint generated always as identity not null,
  -- One mail per reason, whatever retries arrive.
  dedupe_key text not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts int not null default 0,
  next_at timestamptz not null,
  fault text,
  lang text not null default 'en',
  -- What the link is about at which a mail program stops such emails; it is signed when the email is sent.
  unsubscribe text,
  -- What the mail server said of a try. refused: for good. later: not now, or it was not reached. unknown: it gave no answer.
  answer text,
  primary key (id),
  constraint mails_dedupe_key_key unique (dedupe_key),
  constraint mails_answer_check check (answer in ('refused', 'later', 'unknown')),
  constraint mails_lang_check check (lang ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$')
);
create index mails_to_send on mails (next_at) where sent_at is null;
create trigger code_mail_noted after update of attempts on mails for each row when (new.attempts > old.attempts and (new.dedupe_key ~ '^sent-code:[0-9]{1,18}$')) execute function note_code_mail();
grant select (id, dedupe_key, sent_at, attempts) on mails to parley_chain, parley_web;
grant insert on mails to parley_chain, parley_web, parley_worker;
grant select, update on mails to parley_worker;

-- What the local mail server took, where no other is configured.
create table inbox_mails (
  id bigint generated always as identity not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  at timestamptz not null,
  primary key (id)
);
create index inbox_mails_of_address on inbox_mails (to_address, id desc);
grant select on inbox_mails to parley_chain, parley_web, parley_worker;
grant delete, insert on inbox_mails to parley_worker;

create table heartbeats (
  only_row boolean not null default true,
  beat_at timestamptz not null,
  primary key (only_row),
  constraint heartbeats_only_row_check check (only_row)
);
grant select on heartbeats to parley_chain, parley_web, parley_worker;
grant insert, update on heartbeats to parley_worker;

-- Each process about itself, every ten seconds. note_process writes it, under the login of the session.
create table processes (
  login text not null,
  -- Drawn at each start.
  instance text not null,
  -- The value of ROLE.
  part text not null,
  host text not null,
  pid int not null,
  release text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- It ended by itself; null while it runs, and for one that was lost.
  stopped_at timestamptz,
  -- Its pools, its event loop, its bus and its replicas: server/platform/presence/figures.ts.
  figures jsonb not null,
  primary key (login, instance),
  constraint processes_figures_check check (char_length(figures::text) <= 8000),
  constraint processes_host_check check (char_length(host) <= 255),
  constraint processes_instance_check check (char_length(instance) <= 64),
  constraint processes_part_check check (part in ('all', 'web', 'worker', 'chain', 'market', 'lightning', 'signer')),
  constraint processes_release_check check (char_length(release) <= 100)
);
grant select on processes to parley_web;

create table events (
  id bigint generated always as identity not null,
  type text not null,
  subject text not null,
  payload jsonb not null,
  -- By the market's clock.
  at timestamptz not null,
  dispatched_at timestamptz,
  attempts int not null default 0,
  fault text,
  written_at timestamptz not null default clock_timestamp(),
  retry_at timestamptz
) partition by range (written_at);
create index events_put_aside on only events (id) where dispatched_at is null and attempts >= 8;
create index events_tried_later on only events (retry_at) where dispatched_at is null and (attempts >= 1 and attempts <= 7);
-- What waits, by its lane; and what was tried eight times and put aside. There is no other way to a row than these.
create index events_waiting on only events ((hashtext(subject) & 7), id) where dispatched_at is null and attempts < 8;
create table events_default partition of events default;
select keep_parts('events');
grant insert, select on events to parley_chain, parley_lightning, parley_web, parley_worker;
grant update (dispatched_at, attempts, fault, retry_at) on events to parley_worker;

-- The worker that delivers a lane keeps its row locked. Only workers may lock it: a lock that every login can take could keep
-- messages from the users whom they warn.
create table event_lanes (
  lane int not null,
  primary key (lane),
  constraint event_lanes_lane_check check (lane >= 0 and lane <= 7)
);
insert into event_lanes (lane) values
  ('0'), ('1'), ('2'), ('3'), ('4'), ('5'), ('6'), ('7');
grant select, update on event_lanes to parley_worker;

create table live_messages (
  channel text not null,
  -- Counted in live_channels, without a gap.
  seq bigint not null,
  -- One of the two: long ones are packed (server/platform/packing).
  body text,
  written_at timestamptz not null default clock_timestamp(),
  packed bytea storage external,
  primary key (channel, seq, written_at),
  constraint live_messages_check check ((body is null) <> (packed is null))
) partition by range (written_at);
create table live_messages_default partition of live_messages default;
select keep_parts('live_messages');
grant select on live_messages to parley_web, parley_worker;
grant insert on live_messages to parley_worker;

create unlogged table page_changes (
  id bigint generated always as identity not null,
  tx xid8 not null default pg_current_xact_id(),
  topic text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (id)
);
create index page_changes_by_tx on page_changes (tx);
grant select on page_changes to parley_web, parley_worker;
grant delete on page_changes to parley_worker;

create table idempotency_keys (
  principal text not null,
  key text not null,
  route text not null,
  body_hash text not null,
  status int not null,
  -- One of the two: a long answer is packed (server/platform/packing).
  answer text storage external,
  created_at timestamptz not null,
  part int not null default 0,
  packed bytea storage external,
  constraint idempotency_keys_check check ((answer is null) <> (packed is null))
) partition by list (part);
create table idempotency_keys_0 partition of idempotency_keys (primary key (principal, key)) for values in (0)
with (toast_tuple_target = 8160);
grant insert (principal, key, route, body_hash, status, answer, created_at, packed), select on idempotency_keys to parley_web;

-- By the machine's clock: the market's may be moved. A part ends when the next one begins.
create table idempotency_key_parts (
  part int not null,
  began_at timestamptz not null,
  primary key (part)
);
insert into idempotency_key_parts (part, began_at) values (0, clock_timestamp());

create table error_kinds (
  id bigint generated always as identity not null,
  -- browser, call or job.
  source text not null,
  -- The path of a page, the route of a call, the name of a job.
  place text not null,
  -- The common part of one kind: source, place, and message without quoted values.
  mark text not null,
  message text not null,
  stack text,
  release text,
  -- Of the last one, as its answer and the log name it.
  request_id text,
  times bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  resolved_by bigint,
  resolved_at timestamptz,
  primary key (id),
  constraint error_kinds_mark_key unique (mark),
  constraint error_kinds_check check ((resolved_by is null) = (resolved_at is null)),
  constraint error_kinds_mark_check check (char_length(mark) = 64),
  constraint error_kinds_message_check check (char_length(message) <= 500),
  constraint error_kinds_place_check check (char_length(place) <= 200),
  constraint error_kinds_release_check check (char_length(release) <= 100),
  constraint error_kinds_request_id_check check (char_length(request_id) <= 100),
  constraint error_kinds_source_check check (source in ('browser', 'call', 'job')),
  constraint error_kinds_stack_check check (char_length(stack) <= 4000),
  constraint error_kinds_times_check check (times > 0)
);
create index error_kinds_by_first on error_kinds (source, first_at);
create index error_kinds_by_time on error_kinds (last_at);
grant select on error_kinds to parley_web, parley_worker;
grant delete on error_kinds to parley_worker;

-- When a file of each user was read, within the last hour: reading is work, whether the file is kept or refused.
create table upload_tries (
  user_id bigint not null,
  tried_at timestamptz[] not null,
  primary key (user_id),
  constraint upload_tries_tried_at_check check ((cardinality(tried_at) >= 1) and (cardinality(tried_at) <= 100))
);
grant insert, select, update on upload_tries to parley_web, parley_worker;

-- reference/settings

create table settings (
  name text not null,
  value jsonb not null,
  changed_by bigint,
  changed_at timestamptz not null,
  primary key (name)
);
create trigger badges_follow_settings after insert or update on settings for each row when (new.name ~~ 'badges.%') execute function badges_follow_settings();
create trigger pages_show_settings after insert or delete or update on settings for each statement execute function note_topic('site');
create trigger settings_fit before insert or update on settings for each row execute function hold_setting();
grant select on settings to parley_chain, parley_lightning, parley_market, parley_signer, parley_web, parley_worker;

create table setting_changes (
  id bigint generated always as identity not null,
  name text not null,
  value jsonb not null,
  changed_by bigint,
  changed_at timestamptz not null,
  reason text,
  confirmed_by bigint,
  primary key (id),
  constraint setting_changes_check check (confirmed_by <> changed_by),
  constraint setting_changes_reason_check check ((char_length(reason) >= 3) and (char_length(reason) <= 300))
);
alter table setting_changes add constraint setting_changes_reason_said check (is_said(reason)) not valid;
create index setting_changes_of_name on setting_changes (name, id);
grant select on setting_changes to parley_chain, parley_web, parley_worker;

-- The shape is a part of JSON Schema; the code says the same (server/reference/settings/setting-rules.ts).
create table setting_rules (
  name text not null,
  shape jsonb not null,
  initial jsonb not null,
  takes_two boolean not null,
  primary key (name)
);
grant select on setting_rules to parley_chain, parley_lightning, parley_market, parley_signer, parley_web, parley_worker;

-- reference/flags

-- Of how many people in a hundred a feature is; who they are hangs on their account and the flag alone.
create table feature_flags (
  name text not null,
  percent int not null,
  initial int not null,
  changed_by bigint,
  changed_at timestamptz,
  primary key (name),
  constraint feature_flags_initial_check check (initial >= 0 and initial <= 100),
  constraint feature_flags_name_check check (name ~ '^[A-Za-z][A-Za-z0-9]{2,59}$'),
  constraint feature_flags_percent_check check (percent >= 0 and percent <= 100)
);
create trigger pages_show_flags after insert or delete or update on feature_flags for each statement execute function note_topic('site');
grant select on feature_flags to parley_chain, parley_signer, parley_web, parley_worker;

-- Users for whom it is switched on or off by name.
create table feature_flag_users (
  name text not null,
  user_id bigint not null,
  is_on boolean not null,
  primary key (user_id, name)
);
alter table feature_flag_users add foreign key (name) references feature_flags(name);
grant select on feature_flag_users to parley_chain, parley_signer, parley_web, parley_worker;

create table feature_flag_changes (
  id bigint generated always as identity not null,
  name text not null,
  -- Null: all users.
  user_id bigint,
  value text not null,
  reason text not null,
  changed_by bigint,
  changed_at timestamptz not null,
  primary key (id),
  constraint feature_flag_changes_reason_check check ((char_length(reason) >= 3) and (char_length(reason) <= 300))
);
alter table feature_flag_changes add constraint feature_flag_changes_reason_said check (is_said(reason)) not valid;
alter table feature_flag_changes add foreign key (name) references feature_flags(name);
create index feature_flag_changes_of_name on feature_flag_changes (name, id);
create trigger feature_flag_changes_told after insert on feature_flag_changes for each row execute function tell_flag();
grant select on feature_flag_changes to parley_chain, parley_web, parley_worker;

-- money/rates

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

-- money/ledger

-- The market's clock: the database's, moved only by tests and by the seeding of past days.
create table market_clock (
  only_row boolean not null default true,
  shift interval not null,
  stands_at timestamptz,
  primary key (only_row),
  constraint market_clock_only_row_check check (only_row)
);
insert into market_clock (shift) values ('0');
create trigger everything_at_another_time after update on market_clock for each statement execute function note_topic('everything');
grant select on market_clock to parley_chain, parley_lightning, parley_market, parley_signer, parley_web, parley_worker;

-- The money that the ledger counts, in base units of so many digits: fiat by ISO 4217.
create table ledger_currencies (
  code text not null,
  digits int not null,
  is_coin boolean not null,
  primary key (code),
  constraint ledger_currencies_code_check check (code ~ '^[A-Z]{3,5}$'),
  constraint ledger_currencies_digits_check check (digits between 0 and 18)
);
insert into ledger_currencies (code, digits, is_coin) values ('BTC', 8, true), ('ETH', 9, true), ('USDT', 6, true);
insert into ledger_currencies (code, digits, is_coin)
select code, 0, false
from regexp_split_to_table('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF', '\s+') as code;
insert into ledger_currencies (code, digits, is_coin)
select code, 2, false
from regexp_split_to_table('AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
  CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR
  KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB
  PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY
  TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG', '\s+') as code;
insert into ledger_currencies (code, digits, is_coin)
select code, 3, false
from regexp_split_to_table('BHD IQD JOD KWD LYD OMR TND', '\s+') as code;
grant select on ledger_currencies to parley_chain, parley_signer, parley_web, parley_worker;

-- What the accounts of each holder are for: the last part of their names. Modules add the purposes of their own.
create table ledger_purposes (
  holder text not null,
  purpose text not null,
  may_overdraw boolean not null,
  -- Whether there are such accounts in fiat besides those in coins.
  is_fiat_too boolean not null,
  primary key (holder, purpose),
  constraint ledger_purposes_holder_check check (holder in ('user', 'trade', 'house', 'outside')),
  constraint ledger_purposes_purpose_check check (purpose ~ '^[a-z_]+$')
);
insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values
  ('user', 'available', false, false),
  ('user', 'held', false, false),
  ('user', 'bond', false, false),
  ('trade', 'escrow', false, false),
  ('house', 'fees', false, false),
  ('house', 'dust', false, false),
  ('house', 'inventory', false, true),
  ('house', 'loss', true, true),
  ('house', 'network', false, false),
  ('house', 'rewards', false, false),
  ('outside', 'chain', true, false);
grant select on ledger_purposes to parley_chain, parley_signer, parley_web, parley_worker;

create table ledger_accounts (
  id bigint generated always as identity not null,
  name text not null,
  currency text not null,
  kind text not null,
  may_overdraw boolean not null,
  balance_units bigint not null default 0,
  primary key (id),
  constraint ledger_accounts_id_currency_key unique (id, currency),
  constraint ledger_accounts_name_key unique (name),
  constraint ledger_accounts_currency_check check (currency ~ '^[A-Z]{3,5}$'),
  constraint ledger_accounts_kind_check check (kind in ('user', 'trade', 'house', 'outside')),
  constraint ledger_accounts_kind_in_name check (split_part(name, ':', 1) = kind),
  constraint ledger_accounts_name_form check (name ~ '^((user|trade):[0-9]+|house|outside):[A-Z]{3,5}:[a-z_]+$'),
  constraint ledger_accounts_not_overdrawn check (may_overdraw or balance_units >= 0)
) with (fillfactor = 60);
create index ledger_accounts_lasting on ledger_accounts (id) where kind <> 'trade';
create index ledger_accounts_of_operator on ledger_accounts (id) where kind in ('house', 'outside');
create trigger ledger_accounts_keep_currency before update of id, currency on ledger_accounts for each row when (old.id <> new.id or old.currency <> new.currency) execute function refuse_other_account();
create trigger ledger_accounts_stay before delete or truncate on ledger_accounts for each statement execute function refuse_other_account();
grant select on ledger_accounts to parley_chain, parley_signer, parley_web, parley_worker;

create table journals (
  id bigint generated always as identity not null,
  kind text not null,
  subject text not null,
  at timestamptz not null,
  -- Null in journals of before, which the first check looks at with everything else.
  xid xid8 default pg_current_xact_id(),
  primary key (id),
  constraint journals_kind_subject_key unique (kind, subject)
);
create index journals_by_xid on journals (xid) where xid is not null;
create trigger journals_append_only before delete or update or truncate on journals for each statement execute function refuse_change();
grant select on journals to parley_chain, parley_signer, parley_web, parley_worker;

-- One line moves units from one account to another of the same currency, so an unbalanced journal cannot be written.
create table postings (
  id bigint generated always as identity not null,
  journal_id bigint not null,
  from_account bigint not null,
  to_account bigint not null,
  currency text not null,
  units bigint not null,
  primary key (id),
  constraint postings_check check (from_account <> to_account),
  constraint postings_units_check check (units > 0)
);
create index postings_from on postings (from_account, id);
create index postings_of_journal on postings (journal_id);
create index postings_to on postings (to_account, id);
create trigger postings_append_only before delete or update or truncate on postings for each statement execute function refuse_change();
create trigger postings_name_what_is_there after insert on postings referencing new table as new_postings for each statement execute function check_new_postings();
grant select on postings to parley_chain, parley_signer, parley_web, parley_worker;

-- The kinds of movement that can be stopped; modules add their own.
create table halt_names (
  name text not null,
  -- Also set when an invariant is broken.
  when_broken boolean not null,
  primary key (name)
);
insert into halt_names (name, when_broken) values
  ('money_out', true), ('new_trades', true), ('releases', true), ('conversions', true), ('ledger', false),
  ('bitcoin_out', false), ('ethereum_out', false), ('bitcoin_in', false), ('ethereum_in', false),
  ('coin_BTC', false), ('coin_ETH', false), ('coin_USDT', false);
grant select on halt_names to parley_chain, parley_signer, parley_web, parley_worker;

-- Switches of staff and of the ledger's own check: a halted kind of movement is refused until staff lift the halt.
create table halts (
  name text not null,
  reason text not null,
  since timestamptz not null,
  -- Set for a halt because of a broken invariant: lifting it confirms that the figures are right, so it takes two people.
  takes_two boolean not null default false,
  primary key (name)
);
alter table halts add foreign key (name) references halt_names(name);
create trigger pages_show_halts after insert or delete or update on halts for each statement execute function note_topic('site');
grant select on halts to parley_chain, parley_signer, parley_web, parley_worker;
grant insert on halts to parley_chain, parley_worker;

create table ledger_watermark (
  only_row boolean not null default true,
  snapshot pg_snapshot not null,
  primary key (only_row),
  constraint ledger_watermark_only_row_check check (only_row)
);
grant delete, insert, select, update on ledger_watermark to parley_worker;

-- What the postings up to the watermark sum to, of each account that is not a trade's. A trade's has a few, read as they are. Without a foreign key:
-- accounts are never deleted, and its check would fail the snapshot of the check of the ledger wherever coins of a new account move beside it.
create table ledger_folds (
  account_id bigint not null,
  units numeric not null,
  primary key (account_id)
) with (fillfactor = 70);
grant delete, insert, select, update on ledger_folds to parley_worker;

-- Numbers of transactions are one cluster's own. Restored from a dump into another one, journals would seem to come from the
-- future, or from before the watermark: until the migrations' next run, which forgets the numbers, everything is looked at.
create table ledger_cluster (
  only_row boolean not null default true,
  system_identifier bigint not null,
  primary key (only_row),
  constraint ledger_cluster_only_row_check check (only_row)
);
insert into ledger_cluster (system_identifier)
select system_identifier
from pg_control_system();
grant select on ledger_cluster to parley_worker;

-- money/custody

create table wallet_rails (
  chain text not null,
  is_available boolean not null,
  reason text,
  -- regtest, main, …; a chain id in digits for Ethereum.
  network text not null,
  is_test boolean not null,
  account_key text,
  token text,
  -- What a unit of space costs now: satoshi per 1000 virtual bytes; wei per gas, base and tip.
  fee_price numeric(78,0),
  fee_tip numeric(78,0),
  fee_at timestamptz,
  scanned_height int not null default '-1'::int,
  final_height int not null default '-1'::int,
  scanned_at timestamptz,
  reason_code text,
  -- Which account is followed: an extended public key, or an address of Ethereum, as the signer says it.
  cold_account text,
  cold_nonce int,
  primary key (chain),
  constraint wallet_rails_chain_check check (chain in ('bitcoin', 'ethereum')),
  constraint wallet_rails_check check (is_available or reason is not null),
  constraint wallet_rails_reason_code_check check (reason_code in ('switched_off', 'not_set_up', 'no_answer', 'other_keys', 'not_reached'))
);
grant insert, update on wallet_rails to parley_chain;
grant select on wallet_rails to parley_chain, parley_web, parley_worker;

create table wallet_addresses (
  id bigint generated always as identity not null,
  chain text not null,
  -- 0 receives from others, 1 is for ourselves.
  branch int not null,
  path_index int not null,
  address text not null,
  -- user: deposits of that user. house: what the house puts in. change, hot: where our own coins go.
  purpose text not null,
  user_id bigint,
  currency text not null,
  created_at timestamptz not null,
  attestation text,
  -- What an address is for that is made once for something: change, for its send-out.
  subject text,
  primary key (id),
  constraint wallet_addresses_chain_address_key unique (chain, address),
  constraint wallet_addresses_chain_branch_path_index_key unique (chain, branch, path_index),
  constraint wallet_addresses_subject_key unique (subject),
  constraint wallet_addresses_branch_check check (branch in (0, 1)),
  constraint wallet_addresses_check check ((purpose = 'user') = (user_id is not null)),
  constraint wallet_addresses_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint wallet_addresses_own_branch check ((purpose in ('change', 'hot', 'refill')) = (branch = 1)),
  constraint wallet_addresses_path_index_check check (path_index >= 0),
  constraint wallet_addresses_purpose_check check (purpose in ('user', 'house', 'change', 'hot', 'refill'))
);
alter table wallet_addresses add foreign key (chain) references wallet_rails(chain);
create unique index wallet_address_of_house on wallet_addresses (currency) where purpose = 'house';
create unique index wallet_address_of_refills on wallet_addresses (currency) where purpose = 'refill';
create unique index wallet_address_of_user on wallet_addresses (user_id, currency) where user_id is not null;
create index wallet_addresses_unattested on wallet_addresses (id) where attestation is null;
grant select on wallet_addresses to parley_chain, parley_signer, parley_web, parley_worker;
grant insert, update (attestation) on wallet_addresses to parley_signer;

-- The next free index of each branch; its row is locked while one is taken.
create table wallet_paths (
  chain text not null,
  branch int not null,
  next_index int not null,
  primary key (chain, branch)
);
alter table wallet_paths add foreign key (chain) references wallet_rails(chain);
grant select on wallet_paths to parley_chain, parley_signer, parley_web, parley_worker;
grant insert, update on wallet_paths to parley_signer;

create table wallet_blocks (
  chain text not null,
  height int not null,
  hash text not null,
  primary key (chain, height)
);
alter table wallet_blocks add foreign key (chain) references wallet_rails(chain);
grant delete, insert, update on wallet_blocks to parley_chain;
grant select on wallet_blocks to parley_chain, parley_web, parley_worker;

create table deposits (
  id bigint generated always as identity not null,
  hash text not null,
  chain text not null,
  txid text not null,
  -- The output of a bitcoin transaction; the how-manieth transfer of an Ethereum one; -1 for its own ether.
  output_index int not null,
  currency text not null,
  address_id bigint not null,
  -- As the chain counts: satoshi, wei, micro-USDT; and in the ledger's units, rounded down.
  chain_units numeric(78,0) not null,
  units bigint not null,
  -- incoming: seen. credited: posted. gone: neither in a block nor waiting. quarantined: the chain contradicts itself.
  status text not null,
  block_height int,
  block_hash text,
  is_coinbase boolean not null default false,
  -- How often it was credited; the number is part of the journal's subject.
  round int not null default 0,
  -- Of the last credit: what the house had lost to an earlier reversal and took back first.
  repaid_units bigint not null default 0,
  first_seen_at timestamptz not null,
  credited_at timestamptz,
  fault text,
  primary key (id),
  constraint deposits_chain_txid_output_index_key unique (chain, txid, output_index),
  constraint deposits_hash_key unique (hash),
  constraint deposits_chain_units_check check (chain_units > (0)::numeric),
  constraint deposits_check check ((block_height is null) = (block_hash is null)),
  constraint deposits_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint deposits_status_check check (status in ('incoming', 'credited', 'gone', 'quarantined')),
  constraint deposits_units_check check (units >= 0)
);
alter table deposits add foreign key (address_id) references wallet_addresses(id);
alter table deposits add foreign key (chain) references wallet_rails(chain);
create index deposits_by_block on deposits (chain, block_height);
-- Of an address that was paid for years, what is on its way.
create index deposits_incoming on deposits (address_id) where status = 'incoming';
create index deposits_of_address on deposits (address_id, id desc);
create index deposits_open on deposits (chain, status) where status in ('incoming', 'quarantined');
create trigger deposits_are_credited_once before update of status on deposits for each row when ((old.status is distinct from new.status) and (('credited' = old.status) or ('credited' = new.status))) execute function deposits_are_credited_once();
create trigger deposits_begin_uncredited before insert on deposits for each row when (new.status = 'credited') execute function deposits_are_credited_once();
grant insert, update (status, block_height, block_hash, fault) on deposits to parley_chain;
grant select on deposits to parley_chain, parley_signer, parley_web, parley_worker;

-- Bitcoin outputs that are ours, and what spends them.
create table coins (
  txid text not null,
  output_index int not null,
  address_id bigint not null,
  units bigint not null,
  is_coinbase boolean not null,
  -- Null while it is in no block.
  block_height int,
  spent_txid text,
  spent_height int,
  -- The payment that it is reserved for.
  payment_id bigint,
  primary key (txid, output_index),
  constraint coins_units_check check (units > 0)
);
alter table coins add foreign key (address_id) references wallet_addresses(id);
create index coins_by_block on coins (block_height);
create index coins_by_spend on coins (spent_txid) where spent_txid is not null;
create index coins_by_spent_height on coins (spent_height) where spent_height is not null;
create index coins_free on coins (units desc) where payment_id is null and spent_txid is null and block_height is not null;
create index coins_of_payment on coins (payment_id);
create index coins_spent_in_no_block on coins (txid) where spent_txid is not null and spent_height is null;
create index coins_unspent on coins (txid) where spent_txid is null;
grant insert, update on coins to parley_chain;
grant select on coins to parley_chain, parley_signer, parley_web, parley_worker;

-- What is finer than the ledger's unit, in the chain's, until it makes whole units.
create table wallet_dust (
  currency text not null,
  chain_units numeric(78,0) not null,
  primary key (currency)
);
grant insert, update on wallet_dust to parley_chain;
grant select on wallet_dust to parley_chain, parley_web, parley_worker;

-- A user who spent a deposit that the chain later reversed; withdrawals wait for a review by staff.
create table wallet_holds (
  id bigint generated always as identity not null,
  user_id bigint not null,
  currency text not null,
  -- What the house paid for it and has not got back.
  owed_units bigint not null,
  deposit_id bigint not null,
  reason text not null,
  since timestamptz not null,
  lifted_at timestamptz,
  primary key (id),
  constraint wallet_holds_deposit_id_key unique (deposit_id),
  constraint wallet_holds_owed_units_check check (owed_units >= 0)
);
alter table wallet_holds add foreign key (deposit_id) references deposits(id);
create index wallet_holds_standing on wallet_holds (user_id) where lifted_at is null;
grant insert, update on wallet_holds to parley_chain;
grant select (user_id, lifted_at) on wallet_holds to parley_chain, parley_signer;
grant select on wallet_holds to parley_chain, parley_web, parley_worker;

create table send_outs (
  id bigint generated always as identity not null,
  hash text not null,
  quote_id bigint not null,
  user_id bigint not null,
  currency text not null,
  destination text not null,
  units bigint not null,
  fee_units bigint not null,
  usd_value numeric not null,
  status text not null,
  reason text,
  created_at timestamptz not null,
  -- Not before: a restricted account's money leaves a day later.
  due_at timestamptz not null,
  ended_at timestamptz,
  -- It is due, what is hot does not cover it, and what is cold does.
  awaits_refill boolean not null default false,
  primary key (id),
  constraint send_outs_hash_key unique (hash),
  constraint send_outs_quote_id_key unique (quote_id),
  constraint send_outs_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint send_outs_fee_units_check check (fee_units > 0),
  constraint send_outs_status_check check (status in ('pending', 'broadcast', 'confirming', 'completed', 'failed', 'cancelled')),
  constraint send_outs_units_check check (units > 0)
);
create index send_outs_of_user on send_outs (user_id, id desc);
create index send_outs_open on send_outs (id) where status in ('pending', 'broadcast', 'confirming');
create trigger send_outs_keep_terms before update on send_outs for each row execute function send_outs_keep_terms();
grant update (status, reason, ended_at, awaits_refill) on send_outs to parley_chain;
grant select on send_outs to parley_chain, parley_signer, parley_web, parley_worker;

create table chain_payments (
  id bigint generated always as identity not null,
  chain text not null,
  currency text not null,
  purpose text not null,
  -- The send-out's hash; a hash of its own for the others.
  subject text not null,
  plan jsonb not null,
  status text not null,
  from_address text,
  nonce int,
  raw_hex text,
  txid text,
  -- Both in the chain's units: what a node said it cost, and what leaves us beside it.
  fee_paid numeric(78,0),
  block_height int,
  block_hash text,
  tries int not null default 0,
  tried_at timestamptz,
  accepted_at timestamptz,
  conflict_txid text,
  conflict_height int,
  fault text,
  created_at timestamptz not null,
  stuck_kind text,
  stuck_since_height int,
  stuck_why text,
  outcome text,
  -- Set before the request to the signer, and cleared with its answer. It expires, so a dead process blocks no payment for ever.
  asked_at timestamptz,
  primary key (id),
  constraint chain_payments_from_address_nonce_key unique (from_address, nonce),
  constraint chain_payments_purpose_subject_key unique (purpose, subject),
  constraint chain_payments_txid_key unique (txid),
  constraint chain_payments_bytes_whole check (((status in ('pending', 'cancelled')) or (not (outcome is distinct from 'refused'))) = (raw_hex is null)),
  constraint chain_payments_check1 check ((raw_hex is null) = (txid is null)),
  constraint chain_payments_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint chain_payments_outcome_check check (outcome in ('refused', 'reverted', 'conflicted')),
  constraint chain_payments_outcome_whole check ((status = 'failed') = (outcome is not null)),
  constraint chain_payments_purpose_check check (purpose in ('send_out', 'sweep', 'gas', 'cold')),
  constraint chain_payments_status_check check (status in ('pending', 'broadcast', 'confirming', 'completed', 'failed', 'cancelled')),
  constraint chain_payments_stuck_kind_check check (stuck_kind in ('lost', 'unclear')),
  constraint chain_payments_stuck_whole check ((stuck_kind is null) = (stuck_since_height is null))
);
alter table chain_payments add foreign key (chain) references wallet_rails(chain);
-- Settled payments that a deep reorganisation took out of their block: their bytes are shown again.
create index chain_payments_loosened on chain_payments (chain, id) where status = 'completed' and block_height is null;
create index chain_payments_open on chain_payments (chain, id) where status in ('pending', 'broadcast', 'confirming');
create trigger chain_payments_keep_bytes before update on chain_payments for each row execute function chain_payments_keep_bytes();
grant insert, update on chain_payments to parley_chain;
grant select on chain_payments to parley_chain, parley_web, parley_worker;

create table payment_moves (
  id bigint generated always as identity not null,
  payment_id bigint not null,
  verb text not null,
  status text not null,
  at timestamptz not null,
  primary key (id)
);
alter table payment_moves add foreign key (payment_id) references chain_payments(id);
create index payment_moves_of_payment on payment_moves (payment_id, id);
grant insert on payment_moves to parley_chain;
grant select on payment_moves to parley_chain, parley_web, parley_worker;

-- Whole ledger units on our Ethereum addresses at a finalized block, read from the node.
create table chain_assets (
  currency text not null,
  units bigint not null,
  height int not null,
  at timestamptz not null,
  cold_units bigint not null default 0,
  left_units bigint not null default 0,
  primary key (currency),
  constraint chain_assets_check check (left_units >= 0 and left_units <= units),
  constraint chain_assets_cold_units_check check (cold_units >= 0),
  constraint chain_assets_currency_check check (currency in ('ETH', 'USDT'))
);
grant insert, update on chain_assets to parley_chain;
grant select on chain_assets to parley_chain, parley_web, parley_worker;

-- Outputs of the cold account. None is ever a deposit, and none of our payments spends one.
create table cold_coins (
  txid text not null,
  output_index int not null,
  account text not null,
  branch int not null,
  path_index int not null,
  address text not null,
  units bigint not null,
  -- Null while it is in no block.
  block_height int,
  spent_txid text,
  spent_height int,
  primary key (txid, output_index),
  constraint cold_coins_branch_check check (branch in (0, 1)),
  constraint cold_coins_check check ((spent_txid is null) = (spent_height is null)),
  constraint cold_coins_path_index_check check (path_index >= 0),
  constraint cold_coins_units_check check (units > 0)
);
create index cold_coins_by_block on cold_coins (block_height);
create index cold_coins_by_spend on cold_coins (spent_height) where spent_height is not null;
create index cold_coins_unspent on cold_coins (units desc) where spent_txid is null;
grant insert, update on cold_coins to parley_chain;
grant select on cold_coins to parley_chain, parley_signer, parley_worker;

-- What transactions took from the cold account that did not come to us: the network's fee of a refill, or what the
-- operator took for himself. It is the operator's, and is posted when it is final.
create table cold_spends (
  id bigint generated always as identity not null,
  chain text not null,
  txid text not null,
  currency text not null,
  units bigint not null,
  -- Null while it is in no block.
  block_height int,
  posted_at timestamptz,
  primary key (id),
  constraint cold_spends_chain_txid_currency_key unique (chain, txid, currency),
  constraint cold_spends_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint cold_spends_units_check check (units >= 0)
);
alter table cold_spends add foreign key (chain) references wallet_rails(chain);
create index cold_spends_open on cold_spends (chain, id) where posted_at is null;
grant delete, insert, select, update (block_height) on cold_spends to parley_chain;

-- Payments from the cold account to us: what was written for the operator to sign, and what came back signed.
create table cold_refills (
  id bigint generated always as identity not null,
  hash text not null,
  chain text not null,
  currency text not null,
  -- What arrives.
  units bigint not null,
  -- A PSBT in base64, or an unsigned transaction in hex.
  unsigned text not null,
  raw_hex text,
  txid text,
  created_at timestamptz not null,
  signed_at timestamptz,
  tries int not null default 0,
  tried_at timestamptz,
  accepted_at timestamptz,
  fault text,
  primary key (id),
  constraint cold_refills_hash_key unique (hash),
  constraint cold_refills_txid_key unique (txid),
  constraint cold_refills_check check ((raw_hex is null) = (signed_at is null)),
  constraint cold_refills_check1 check ((raw_hex is null) = (txid is null)),
  constraint cold_refills_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint cold_refills_units_check check (units > 0)
);
alter table cold_refills add foreign key (chain) references wallet_rails(chain);
create index cold_refills_signed on cold_refills (chain, id) where raw_hex is not null;
create trigger cold_refills_keep_bytes before update on cold_refills for each row execute function cold_refills_keep_bytes();
grant insert, select, update on cold_refills to parley_chain;

create table cold_arrivals (
  txid text not null,
  currency text not null,
  account text not null,
  units bigint not null,
  -- Null while it is in no block.
  block_height int,
  primary key (txid, currency),
  constraint cold_arrivals_currency_check check (currency in ('ETH', 'USDT')),
  constraint cold_arrivals_units_check check (units > 0)
);
create index cold_arrivals_by_block on cold_arrivals (block_height);
grant insert, select, update (block_height) on cold_arrivals to parley_chain;

alter table coins add foreign key (payment_id) references chain_payments(id);

-- people/accounts

create table users (
  id bigint generated always as identity not null,
  external_id uuid not null,
  username text not null,
  username_changed_at timestamptz,
  email_sealed bytea not null,
  email_index bytea not null,
  email_confirmed_at timestamptz,
  first_name_sealed bytea not null,
  last_name_sealed bytea not null,
  birth_date_sealed bytea not null,
  full_name_visibility text not null default 'first_name_initial',
  country_iso text not null,
  locale text not null default 'en',
  currency_code text not null default 'USD',
  timezone text not null default 'UTC',
  bio text not null default '',
  referral_code text not null,
  notify_interval_min int not null default 10,
  is_balance_hidden boolean not null default false,
  tours_completed text[] not null default '{}'::text[],
  -- Given by hand or to the demo's robots; otherwise the level follows from what is verified.
  granted_level numeric(2,1),
  is_demo boolean not null default false,
  last_seen_at timestamptz not null,
  created_at timestamptz not null,
  username_skeleton text,
  -- The reference that the account was made with. What binds is the signer's row: a later change here has no effect.
  credential uuid,
  -- Is in every email to a confirmed address, so that its owner recognizes our emails.
  mail_phrase_sealed bytea,
  sign_in_country text,
  usual_country text,
  verified_level numeric(2,1),
  avatar text,
  corporate_since timestamptz,
  company_name_sealed bytea,
  company_postponed_until timestamptz,
  -- An administrator has granted less than what was verified then.
  is_level_lowered boolean not null default false,
  -- 1: identity, email, address and phone before anything moves. 2: by level.
  registration_group smallint not null default 2,
  -- Identity, address and phone are verified.
  is_identified boolean not null default false,
  username_changes int not null default 0,
  trades_closed_at timestamptz,
  -- Since when the account has a name and a birth date. Without them it has no level, whatever else is verified.
  named_at timestamptz,
  level numeric(2,1) generated always as (
case
    when is_level_lowered then least(granted_level, (
    case
        when (named_at is null) then (0)::numeric
        else coalesce(verified_level, (
        case
            when (email_confirmed_at is null) then 0
            else 1
        end)::numeric)
    end))
    else coalesce(granted_level, (
    case
        when (named_at is null) then (0)::numeric
        else coalesce(verified_level, (
        case
            when (email_confirmed_at is null) then 0
            else 1
        end)::numeric)
    end))
end) stored not null,
  -- Of an approved company, as two reviewers approved it.
  trading_name text,
  -- A company shows its trading name, once it has one, instead of its legal name.
  shows_business_name boolean not null default false,
  primary key (id),
  constraint users_credential_key unique (credential),
  constraint users_external_id_key unique (external_id),
  constraint users_referral_code_key unique (referral_code),
  constraint users_avatar_check check (avatar ~ '^[A-Za-z0-9_-]{43}$'),
  constraint users_company_check check (corporate_since is not null or company_name_sealed is null),
  constraint users_country_iso_check check (country_iso ~ '^[A-Z]{2}$'),
  constraint users_full_name_visibility_check check (full_name_visibility in ('first_name_initial', 'full_name', 'everyone', 'trusted', 'trusted_and_partners', 'hidden')),
  constraint users_granted_level_check check ((granted_level >= (0)::numeric) and (granted_level <= (4)::numeric)),
  constraint users_notify_interval_min_check check (notify_interval_min >= 1 and notify_interval_min <= 1440),
  constraint users_registration_group_check check (registration_group in (1, 2)),
  constraint users_sign_in_country_check check (sign_in_country ~ '^[A-Z]{2}$'),
  constraint users_trading_name_check check (trading_name is null or company_name_sealed is not null),
  constraint users_username_changes_check check (username_changes >= 0),
  constraint users_username_check check (username ~ '^[A-Za-z0-9_-]{3,20}$'),
  constraint users_usual_country_check check (usual_country ~ '^[A-Z]{2}$'),
  constraint users_verified_level_check check (verified_level = any (array[1.5, (2)::numeric, 2.5, (3)::numeric]))
);
create unique index users_by_confirmed_email on users (email_index) where email_confirmed_at is not null;
create index users_by_email on users (email_index, id desc);
-- By its look, as referral_look has it: a code that only looks like one is refused.
create index users_by_referral_look on users (replace(replace(translate(lower(referral_code), '01l35_-', 'oiies'), 'rn', 'm'), 'vv', 'w'));
create unique index users_by_skeleton on users (username_skeleton);
create unique index users_by_username on users (lower(username));
create index users_of_companies on users (id) where company_name_sealed is not null;
create trigger account_change_noted after update of email_index, email_confirmed_at, username on users for each row execute function note_account_change();
create trigger badges_of_levels after update of granted_level, verified_level, email_confirmed_at, named_at on users for each row when (old.level is distinct from new.level) execute function note_badge_due('id');
create trigger confirmed_email_stays before update of email_sealed, email_index, email_confirmed_at on users for each row when (old.email_confirmed_at is not null and (new.email_sealed <> old.email_sealed or new.email_index <> old.email_index or (new.email_confirmed_at is distinct from old.email_confirmed_at))) execute function keep_confirmed_email();
create trigger level_is_lowered before update of granted_level on users for each row when (new.granted_level is distinct from old.granted_level) execute function note_lowered_level();
create trigger names_await_payer after update of first_name_sealed, last_name_sealed, company_name_sealed on users for each row when (old.email_sealed = new.email_sealed and (((old.first_name_sealed is distinct from new.first_name_sealed) or (old.last_name_sealed is distinct from new.last_name_sealed)) or (old.company_name_sealed is distinct from new.company_name_sealed))) execute function await_payer_again();
create trigger pages_show_avatars after update of avatar on users for each row when (old.avatar is distinct from new.avatar) execute function note_user_change();
create trigger pages_show_users after update of username, bio, country_iso, full_name_visibility, first_name_sealed, last_name_sealed, email_confirmed_at, named_at, granted_level, verified_level, corporate_since, company_name_sealed, trading_name, shows_business_name on users for each row execute function note_user_change();
create trigger registration_group_is_chosen before insert on users for each row execute function choose_registration_group();
create trigger trading_name_ends before update of company_name_sealed on users for each row when (old.company_name_sealed is not null and new.company_name_sealed is null) execute function end_trading_names_of();
create trigger users_bind_credential after insert on users for each row when (new.credential is not null) execute function bind_credential();
create trigger viewers_of_avatars after update of avatar on users for each row when (old.avatar is distinct from new.avatar) execute function note_viewer('id');
create trigger viewers_of_users after update of external_id, username, country_iso, is_demo, granted_level, verified_level, email_confirmed_at, named_at, is_identified, sign_in_country, full_name_visibility, corporate_since, company_name_sealed, trading_name, shows_business_name on users for each row execute function note_viewer('id');
grant select on users to parley_chain, parley_web, parley_worker;
grant select (id, username, email_confirmed_at) on users to parley_signer;
grant insert (external_id, username, email_sealed, email_index, email_confirmed_at, first_name_sealed, last_name_sealed, birth_date_sealed, named_at, full_name_visibility, country_iso, locale, currency_code, timezone, bio, referral_code, is_demo, last_seen_at, created_at, username_skeleton, credential), update (username, username_changed_at, email_sealed, email_index, email_confirmed_at, full_name_visibility, locale, currency_code, timezone, bio, notify_interval_min, is_balance_hidden, tours_completed, last_seen_at, username_skeleton, mail_phrase_sealed, sign_in_country, usual_country, username_changes, shows_business_name) on users to parley_web;
grant update (last_seen_at) on users to parley_worker;

create table user_roles (
  user_id bigint not null,
  role text not null,
  granted_at timestamptz not null,
  -- A role that staff (not the operator) gave takes effect on the next day; null means at once.
  decides_from timestamptz,
  primary key (user_id, role),
  constraint user_roles_role_check check (role in ('admin', 'supermoderator', 'moderator'))
);
alter table user_roles add foreign key (user_id) references users(id);
create trigger role_noted after insert or delete on user_roles for each row execute function note_role();
create trigger viewers_of_gone_roles after delete on user_roles referencing old table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_new_roles after insert on user_roles referencing new table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_roles after update on user_roles referencing new table as touched for each statement execute function note_viewers('user_id');
grant select on user_roles to parley_chain, parley_signer, parley_web, parley_worker;

create table user_restrictions (
  id bigint generated always as identity not null,
  user_id bigint not null,
  state text not null,
  reason_code text not null,
  case_number text not null,
  review_at timestamptz not null,
  since timestamptz not null,
  lifted_at timestamptz,
  -- Null is the operator of the machine.
  set_by bigint,
  -- For the staff alone. A letter may be two of those that the web counts.
  note text,
  lifted_by bigint,
  -- The reason that the user reads.
  lifted_why text,
  leave_allowed_by bigint,
  leave_allowed_at timestamptz,
  primary key (id),
  constraint user_restrictions_case_number_key unique (case_number),
  constraint user_restrictions_check check (lifted_by <> set_by),
  constraint user_restrictions_check1 check (leave_allowed_by <> set_by),
  constraint user_restrictions_check2 check ((leave_allowed_by is null) = (leave_allowed_at is null)),
  constraint user_restrictions_check3 check (leave_allowed_at is null or state = 'banned'),
  constraint user_restrictions_lifted_why_check check ((char_length(lifted_why) >= 1) and (char_length(lifted_why) <= 1000)),
  constraint user_restrictions_note_check check ((char_length(note) >= 1) and (char_length(note) <= 1000)),
  constraint user_restrictions_state_check check (state in ('banned', 'suspended', 'on_hold', 'compliance_hold', 'frozen', 'restricted', 'compromised'))
);
alter table user_restrictions add constraint user_restrictions_lifted_why_said check (is_said(lifted_why)) not valid;
alter table user_restrictions add constraint user_restrictions_note_said check (is_said(note)) not valid;
alter table user_restrictions add foreign key (leave_allowed_by) references users(id);
alter table user_restrictions add foreign key (lifted_by) references users(id);
alter table user_restrictions add foreign key (set_by) references users(id);
alter table user_restrictions add foreign key (user_id) references users(id);
create unique index user_restrictions_once on user_restrictions (user_id, state) where lifted_at is null;
create index user_restrictions_review on user_restrictions (review_at) where lifted_at is null;
create index user_restrictions_standing on user_restrictions (user_id) where lifted_at is null;
create index user_restrictions_to_review on user_restrictions (review_at) where lifted_at is null;
create trigger badges_of_new_restrictions after insert on user_restrictions for each row execute function note_badge_due('user_id');
create trigger badges_of_restrictions after update of lifted_at on user_restrictions for each row execute function note_badge_due('user_id');
create trigger listed_are_asked_again after update of lifted_at on user_restrictions for each row when (new.lifted_at is not null) execute function ask_again_of_listed();
create trigger pages_show_new_restrictions after insert on user_restrictions referencing new table as added for each statement execute function note_owner_changes('user_id');
create trigger pages_show_restrictions after update on user_restrictions referencing new table as added for each statement execute function note_owner_changes('user_id');
create trigger recovered_account_held after update of lifted_at on user_restrictions for each row when (new.state = 'compromised' and old.lifted_at is null and new.lifted_at is not null) execute function hold_recovered_account();
create trigger viewers_of_gone_restrictions after delete on user_restrictions referencing old table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_new_restrictions after insert on user_restrictions referencing new table as touched for each statement execute function note_viewers('user_id');
create trigger viewers_of_restrictions after update on user_restrictions referencing new table as touched for each statement execute function note_viewers('user_id');
grant select (user_id, state, lifted_at, leave_allowed_at) on user_restrictions to parley_chain;
grant select on user_restrictions to parley_chain, parley_web, parley_worker;
grant select (user_id, state, case_number, lifted_at, set_by, leave_allowed_at) on user_restrictions to parley_signer;

alter table setting_changes add foreign key (confirmed_by) references users(id);
alter table wallet_addresses add foreign key (user_id) references users(id);
alter table wallet_holds add foreign key (user_id) references users(id);
alter table send_outs add foreign key (user_id) references users(id);
alter table feature_flags add foreign key (changed_by) references users(id);
alter table feature_flag_users add foreign key (user_id) references users(id);
alter table feature_flag_changes add foreign key (changed_by) references users(id);
alter table feature_flag_changes add foreign key (user_id) references users(id);
alter table error_kinds add foreign key (resolved_by) references users(id);
alter table upload_tries add foreign key (user_id) references users(id) on delete cascade;

-- people/policies

-- The version of each policy that is in force, as the code declares it.
create table policy_versions (
  policy text not null,
  version smallint not null,
  is_for_all boolean not null,
  primary key (policy),
  constraint policy_versions_version_check check (version > 0)
);
grant select on policy_versions to parley_web, parley_worker;

-- What users accepted, at registration or later: a record of agreements, which nothing changes.
create table policy_acceptances (
  id bigint generated always as identity not null,
  user_id bigint not null,
  policy text not null,
  version smallint not null,
  at timestamptz not null,
  primary key (id),
  constraint policy_acceptances_once unique (user_id, policy, version),
  constraint policy_acceptances_policy_check check (policy ~ '^[a-z-]{1,40}$'),
  constraint policy_acceptances_version_check check (version > 0)
);
alter table policy_acceptances add foreign key (user_id) references users(id);
create trigger policy_acceptances_append_only before delete or update on policy_acceptances for each statement execute function refuse_change();
create trigger policy_acceptances_never_truncated before truncate on policy_acceptances for each statement execute function refuse_change();
grant select, insert on policy_acceptances to parley_web;
grant select on policy_acceptances to parley_worker;

-- people/audit

-- What staff do is written down where it cannot be changed; each row carries the hash of the one before. The chain is
-- extended under a lock, so it has one order.
create table staff_acts (
  id bigint generated always as identity not null,
  staff_id bigint,
  act text not null,
  subject text not null,
  reason text not null,
  at timestamptz not null,
  previous bytea not null,
  digest bytea not null,
  salt bytea,
  subject_commitment bytea not null,
  reason_commitment bytea not null,
  primary key (id),
  constraint staff_acts_digest_key unique (digest),
  constraint staff_acts_reason_commitment_check check (length(reason_commitment) = 32),
  constraint staff_acts_salt_check check (length(salt) = 32),
  constraint staff_acts_subject_commitment_check check (length(subject_commitment) = 32)
);
alter table staff_acts add constraint staff_acts_reason_said check (reason = '' or is_said(reason)) not valid;
alter table staff_acts add foreign key (staff_id) references users(id);
create index staff_acts_about on staff_acts (act_about(subject), id);
create index staff_acts_by_act on staff_acts (act, id);
create index staff_acts_by_staff on staff_acts (staff_id, act, id);
create index staff_acts_by_time on staff_acts (at, id);
create index staff_acts_looks on staff_acts (staff_id, at) where act in ('person.look', 'person.look_missed');
create index staff_acts_of_staff on staff_acts (staff_id, id);
create index staff_acts_readings on staff_acts (staff_id, at) where act = 'audit.read';
create trigger staff_acts_append_only before delete or truncate on staff_acts for each statement execute function refuse_change();
create trigger staff_acts_keep before update on staff_acts for each row execute function keep_staff_act();
create trigger staff_acts_of_operator before insert on staff_acts for each row execute function staff_acts_of_operator();
grant select on staff_acts to parley_chain, parley_web, parley_worker;

-- people/reputation

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

-- people/auth

create table sessions (
  id bigint generated always as identity not null,
  public_id text not null,
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ip text not null,
  user_agent text not null,
  idle_hours int not null default 168,
  token_at timestamptz not null,
  -- Begun with an authenticator app or a passkey: what staff may do takes such a session.
  is_strong boolean not null default false,
  primary key (id),
  constraint sessions_public_id_key unique (public_id),
  constraint sessions_token_hash_key unique (token_hash),
  constraint sessions_idle_hours_check check (idle_hours > 0)
);
alter table sessions add foreign key (user_id) references users(id);
create index sessions_ever_of_user on sessions (user_id, id);
create index sessions_of_user on sessions (user_id, id) where ended_at is null;
-- What is older than a year, and the addresses of sessions that ended so long ago: some of them. Returns how many.
create index sessions_with_address on sessions (least(ended_at, expires_at)) where ip <> '';
create index sessions_without_address on sessions (least(ended_at, expires_at)) where ip = '';
create trigger session_begun_noted after insert on sessions for each row execute function note_session();
create trigger session_end_noted after update of ended_at on sessions for each row when (old.ended_at is null and new.ended_at is not null) execute function note_session();
create trigger session_stays_ended before update of ended_at on sessions for each row when (old.ended_at is not null and new.ended_at is null) execute function keep_session_ended();
create trigger viewers_of_gone_sessions after delete on sessions referencing old table as touched for each statement execute function note_viewers('user_id');
-- By column, because a session is touched every minute, and so is its user.
create trigger viewers_of_sessions after update of token_hash, token_at, user_id, expires_at, ended_at, idle_hours on sessions for each row execute function note_viewer('user_id');
grant insert, select on sessions to parley_chain, parley_web, parley_worker;
grant select (id, seen_at, expires_at, ended_at, user_agent, idle_hours) on sessions to parley_signer;
grant update (token_hash, seen_at, ended_at, token_at) on sessions to parley_web, parley_worker;

create table email_codes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  purpose text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left int not null,
  spent_at timestamptz,
  primary key (id),
  constraint email_codes_purpose_check check (purpose = 'confirm_email')
);
alter table email_codes add foreign key (user_id) references users(id);
create index email_codes_of_user on email_codes (user_id, id desc);
grant insert, select, update on email_codes to parley_chain, parley_web, parley_worker;

create table failed_attempts (
  id bigint generated always as identity not null,
  subject text not null,
  at timestamptz not null,
  primary key (id)
);
create index failed_attempts_of_subject on failed_attempts (subject, at);
grant delete, insert, select on failed_attempts to parley_chain, parley_web, parley_worker;

-- A proof is bound to one payload and spent once, by the journal that carries the same subject.
create table proofs (
  subject text not null,
  user_id bigint not null,
  method text not null,
  proved_at timestamptz not null,
  spent_at timestamptz,
  expires_at timestamptz not null,
  -- Of releases and send-outs that were proved with a password.
  usd_cents bigint,
  primary key (subject, user_id),
  constraint proofs_check check (spent_at >= proved_at),
  constraint proofs_method_check check (method in ('password', 'passkey', 'authenticator', 'sms', 'email', 'push', 'telegram'))
);
alter table proofs add foreign key (user_id) references users(id);
create index proofs_by_password on proofs (user_id, proved_at) where usd_cents is not null;
create index proofs_of_awards on proofs (user_id, spent_at) where subject ~~ 'staff_award:%';
grant select on proofs to parley_chain, parley_signer, parley_web, parley_worker;
grant insert, update on proofs to parley_signer;

create table known_devices (
  user_id bigint not null,
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
alter table known_devices add foreign key (user_id) references users(id);
create index known_devices_by_age on known_devices (seen_at);
create index known_devices_by_hash on known_devices (device_hash);
grant delete, insert, select, update on known_devices to parley_chain, parley_web, parley_worker;

create table account_activity (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  -- Of a factor which, of a role its name, of a username the previous one.
  detail text not null default '',
  -- Of wrong guesses of one place when they began, and how many came within an hour.
  at timestamptz not null,
  times int not null default 1,
  -- Null where nobody was there, as when staff grant a role.
  ip text,
  user_agent text,
  primary key (id),
  constraint account_activity_kind_check check (kind in ('texts_stopped', 'texts_allowed', 'payment_account_added', 'payment_account_changed', 'payment_account_removed', 'api_key_made', 'api_key_ended', 'webhook_set', 'webhook_secret', 'webhook_removed', 'staff_recovery_approved', 'staff_recovery_stopped', 'staff_recovered', 'social_connected', 'social_disconnected', 'signed_in', 'session_ended', 'new_device', 'wrong_password', 'wrong_confirmation', 'wrong_code', 'reset_asked', 'recovery_began', 'password_reset', 'password_changed', 'factor_added', 'factor_removed', 'email_confirmed', 'email_changed', 'username_changed', 'role_granted', 'role_revoked', 'closing_asked', 'closing_withdrawn', 'data_asked', 'phone_confirmed', 'phone_removed', 'wrong_second_step', 'recovery_code_used', 'recovery_codes_made', 'factor_options_set', 'sign_in_asked', 'sign_in_approved', 'sign_in_denied', 'second_step_left', 'questions_set', 'questions_removed', 'wrong_answers')),
  constraint account_activity_times_check check (times > 0)
);
alter table account_activity add foreign key (user_id) references users(id);
create index account_activity_by_age on account_activity (at);
create index account_activity_of_user on account_activity (user_id, id desc);
grant select on account_activity to parley_web, parley_worker;

-- After a right password, until the second step: it opens nothing. The token lies in the browser's cookie, which alone may go on.
create table pending_sign_ins (
  id bigint generated always as identity not null,
  -- SHA-256.
  token_hash bytea not null,
  -- What a passkey says yes to, and what a code is sent for.
  public_id text not null,
  user_id bigint not null,
  -- A digest of the browser's name.
  browser_hash bytea not null,
  -- Before the password was compared: a change of it ends this.
  password_at timestamptz not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left int not null,
  spent_at timestamptz,
  -- The origin, for the owner; told_at: it ended unfinished and is in the activity; is_mailed: an email was sent as well.
  ip text not null default '',
  user_agent text not null default '',
  told_at timestamptz,
  is_mailed boolean not null default false,
  primary key (id),
  constraint pending_sign_ins_public_id_key unique (public_id),
  constraint pending_sign_ins_token_hash_key unique (token_hash),
  constraint pending_sign_ins_check check (expires_at <= (made_at + '00:15:00'::interval)),
  constraint pending_sign_ins_tries_left_check check (tries_left >= 0)
);
alter table pending_sign_ins add foreign key (user_id) references users(id);
create index pending_sign_ins_by_age on pending_sign_ins (made_at);
create index pending_sign_ins_of_user on pending_sign_ins (user_id);
create index pending_sign_ins_untold on pending_sign_ins (expires_at) where told_at is null and spent_at is null;
create trigger sign_in_stays_spent before update on pending_sign_ins for each row when (new.tries_left > old.tries_left or (old.spent_at is not null and (new.spent_at is distinct from old.spent_at))) execute function keep_sign_in_spent();
grant insert, update (tries_left, spent_at) on pending_sign_ins to parley_web;
grant select on pending_sign_ins to parley_web, parley_worker;
grant delete on pending_sign_ins to parley_worker;

create table sign_in_approvals (
  id bigint generated always as identity not null,
  -- What the approver's proof is for.
  public_id text not null,
  pending_id bigint not null,
  -- The public id of the sign-in, as the signer is asked about it.
  sign_in_id text not null,
  user_id bigint not null,
  -- Shown at the new browser, and one of those to choose from at the other.
  number int not null,
  choices int[] not null,
  network text not null,
  ip text not null,
  user_agent text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'pending',
  decided_at timestamptz,
  primary key (id),
  constraint sign_in_approvals_pending_id_key unique (pending_id),
  constraint sign_in_approvals_public_id_key unique (public_id),
  constraint sign_in_approvals_sign_in_id_key unique (sign_in_id),
  constraint sign_in_approvals_check check ((number = any (choices)) and (cardinality(choices) = 3)),
  constraint sign_in_approvals_check1 check ((state = 'pending') = (decided_at is null)),
  constraint sign_in_approvals_number_check check (number >= 10 and number <= 99),
  constraint sign_in_approvals_state_check check (state in ('pending', 'approved', 'denied'))
);
alter table sign_in_approvals add foreign key (pending_id) references pending_sign_ins(id) on delete cascade;
alter table sign_in_approvals add foreign key (user_id) references users(id);
create index sign_in_approvals_of_user on sign_in_approvals (user_id, made_at);
create trigger approval_stays_decided before update on sign_in_approvals for each row when (old.state <> 'pending') execute function keep_approval_decided();
create trigger approval_told after update of state on sign_in_approvals for each row when (old.state = 'pending' and new.state <> 'pending') execute function tell_approval();
grant update (state, decided_at) on sign_in_approvals to parley_signer;
grant select on sign_in_approvals to parley_signer, parley_web;

create table spent_puzzles (
  -- SHA-256 of its signature.
  digest bytea not null,
  expires_at timestamptz not null,
  primary key (digest)
);
create index spent_puzzles_by_end on spent_puzzles (expires_at);
grant insert on spent_puzzles to parley_web;
grant select on spent_puzzles to parley_web, parley_worker;
grant delete on spent_puzzles to parley_worker;

-- people/api-keys

create table api_keys (
  id bigint generated always as identity not null,
  public_id text not null,
  user_id bigint not null,
  name text not null,
  -- SHA-256 of the secret.
  secret_hash bytea not null,
  scopes text[] not null,
  -- Addresses and ranges from which it works; none is from everywhere.
  networks text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  -- Of a key that trades: the secret by which it signs, and its bounds. Of the day that began last: the value of its orders.
  secret_sealed bytea,
  markets text[] not null default '{}',
  day_usd_cents bigint,
  day date,
  used_usd_cents bigint not null default 0,
  primary key (id),
  constraint api_keys_public_id_key unique (public_id),
  constraint api_keys_secret_hash_key unique (secret_hash),
  constraint api_keys_check check (expires_at <= (created_at + '366 days'::interval)),
  constraint api_keys_name_check check ((length(name) >= 1) and (length(name) <= 40)),
  constraint api_keys_networks_check check (cardinality(networks) <= 10),
  constraint api_keys_scopes_check check (((cardinality(scopes) >= 1) and (cardinality(scopes) <= 5)) and (scopes <@ array['account', 'offers', 'trades', 'wallet', 'webhooks', 'spot:trade'])),
  constraint api_keys_secret_hash_check check (octet_length(secret_hash) = 32),
  constraint api_keys_spot_check check (case
    when scopes @> array['spot:trade'] then cardinality(scopes) = 1 and cardinality(networks) >= 1 and cardinality(markets) between 1 and 20
      and octet_length(secret_sealed) between 30 and 200 and day_usd_cents > 0 and used_usd_cents between 0 and day_usd_cents
    else secret_sealed is null and cardinality(markets) = 0 and day_usd_cents is null and used_usd_cents = 0 end is true)
);
alter table api_keys add foreign key (user_id) references users(id);
create index api_keys_by_end on api_keys (expires_at);
create index api_keys_of_user on api_keys (user_id, id);
grant select, update (last_used_at) on api_keys to parley_web;
grant delete, select (id, expires_at) on api_keys to parley_worker;

-- people/phones

create table phones (
  user_id bigint not null,
  -- Null where there is none: what was counted stays.
  number_sealed bytea,
  number_index bytea,
  -- Where the number is from, and its last two digits, by which its owner knows it.
  country_iso text,
  calling_code text,
  hint text,
  consented_at timestamptz,
  confirmed_at timestamptz,
  -- Of the newest code. A keyed mark: a reader of the table does not learn the code.
  code_mark bytea,
  code_expires_at timestamptz,
  tries_left int not null default 0,
  -- After too many wrong codes.
  blocked_until timestamptz,
  -- As the library of numbers knows it; unknown where it does not. Null until a worker has looked.
  line_type text,
  primary key (user_id),
  constraint phones_check check ((number_sealed is null) = (number_index is null)),
  constraint phones_check1 check (confirmed_at is null or number_index is not null),
  constraint phones_line_type_check check (line_type in ('mobile', 'fixed_line', 'fixed_line_or_mobile', 'voip', 'personal_number', 'toll_free', 'premium_rate', 'shared_cost', 'pager', 'uan', 'voicemail', 'unknown')),
  constraint phones_tries_left_check check (tries_left >= 0)
);
alter table phones add foreign key (user_id) references users(id);
create unique index phones_confirmed on phones (number_index) where confirmed_at is not null;
create index phones_without_type on phones (user_id) where confirmed_at is not null and line_type is null;
create trigger level_of_phones after insert or delete or update of confirmed_at on phones for each row execute function settle_level_of_phone();
create trigger line_type_of_number before update of number_index, country_iso on phones for each row when ((old.number_index is distinct from new.number_index) or (old.country_iso is distinct from new.country_iso)) execute function forget_line_type();
grant select (user_id, confirmed_at) on phones to parley_signer;
grant select (user_id, number_sealed, country_iso, calling_code, confirmed_at, code_expires_at, tries_left, blocked_until) on phones to parley_web;
grant select, update (line_type) on phones to parley_worker;

create table phone_messages (
  id bigint generated always as identity not null,
  user_id bigint not null,
  number_index bytea not null,
  calling_code text not null,
  network text not null,
  channel text not null,
  -- Sealed; null once it is not needed.
  code_sealed bytea,
  -- right: the code was shown, and the carrier is to learn it. settled: it has, or it does not matter any more.
  state text not null default 'waiting',
  -- As the specification numbers what is wrong with a number.
  error_code int,
  fault text not null default '',
  attempts int not null default 0,
  made_at timestamptz not null,
  next_at timestamptz not null,
  expires_at timestamptz not null,
  -- What a text of the signer's confirms, as its reader sees it; null of those that confirm the number itself.
  about text,
  sent_code_id bigint,
  -- A carrier that was asked gave no answer: it may have got there.
  is_unknown boolean not null default false,
  primary key (id),
  constraint phone_messages_channel_check check (channel in ('sms', 'call')),
  constraint phone_messages_error_code_check check (error_code >= 1 and error_code <= 5),
  constraint phone_messages_state_check check (state in ('waiting', 'sent', 'failed', 'right', 'settled'))
);
alter table phone_messages add foreign key (user_id) references users(id);
create index phone_messages_by_time on phone_messages (made_at);
create index phone_messages_due on phone_messages (next_at) where state in ('waiting', 'right');
create index phone_messages_of_user on phone_messages (user_id, id desc);
create trigger phone_message_noted after update of state on phone_messages for each row when (new.sent_code_id is not null and new.state <> old.state) execute function note_phone_message();
grant select (id, user_id, channel, state, error_code, made_at) on phone_messages to parley_web;
grant delete, select, update (code_sealed, state, error_code, fault, attempts, next_at, about, is_unknown) on phone_messages to parley_worker;

-- How texts leave, as the worker that sends them says; the web offers numbers while this is fresh.
create table phone_carrier (
  id int not null default 1,
  kind text not null,
  seen_at timestamptz not null,
  primary key (id),
  constraint phone_carrier_id_check check (id = 1),
  constraint phone_carrier_kind_check check (kind in ('outbox', 'twilio'))
);
grant select on phone_carrier to parley_web, parley_worker;
grant insert, update on phone_carrier to parley_worker;

-- What this machine kept instead of sending, beside the emails of the local inbox.
create table inbox_texts (
  id bigint generated always as identity not null,
  to_number text not null,
  channel text not null,
  body_text text not null,
  at timestamptz not null,
  primary key (id),
  constraint inbox_texts_channel_check check (channel in ('sms', 'call'))
);
grant select on inbox_texts to parley_web, parley_worker;
grant delete, insert on inbox_texts to parley_worker;

-- people/email-change

create table email_changes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  email_sealed bytea not null,
  email_index bytea not null,
  code_hash bytea not null,
  tries_left int not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- What it was before; from when it was changed.
  old_sealed bytea,
  old_index bytea,
  done_at timestamptz,
  -- SHA-256 in hexadecimal of the link's token, once a worker has sent it.
  undo_hash text,
  undo_until timestamptz,
  undone_at timestamptz,
  primary key (id),
  constraint email_changes_undo_hash_key unique (undo_hash),
  constraint email_changes_check check ((done_at is null) = (old_sealed is null))
);
alter table email_changes add foreign key (user_id) references users(id);
create index email_changes_of_user on email_changes (user_id, id desc);
create index email_changes_to_tell on email_changes (id) where done_at is not null and undo_hash is null;
-- As sessions end with another email, and with taking that back.
create trigger email_changes_end_api_keys after update of done_at, undone_at on email_changes for each row when ((new.done_at is distinct from old.done_at) or (new.undone_at is distinct from old.undone_at)) execute function end_api_keys();
grant select (id, user_id, email_sealed) on email_changes to parley_web;
grant select, update (undo_hash) on email_changes to parley_worker;

-- people/social-accounts

-- As the worker was configured, with what each provider says of itself: the web asks nobody.
create table social_providers (
  id text not null,
  title text not null,
  issuer text not null,
  client_id text not null,
  redirect_uri text not null,
  "position" int not null,
  -- Null until it has answered, and while it does not.
  authorization_endpoint text,
  seen_at timestamptz not null,
  primary key (id),
  constraint social_providers_id_check check (id ~ '^[a-z][a-z0-9-]{0,29}$')
);
grant select on social_providers to parley_web, parley_worker;
grant delete, insert, update on social_providers to parley_worker;

create table social_attempts (
  id bigint generated always as identity not null,
  public_id text not null,
  provider text not null,
  -- The user who connects it; null for a sign-in.
  user_id bigint,
  -- SHA-256 of the token in the browser's cookie, of the browser's name, and of what the provider brings back.
  token_hash bytea not null,
  browser_hash bytea not null,
  state_hash bytea not null,
  nonce text not null,
  -- Both empty once the worker has used them.
  code_verifier text not null,
  answer text not null default '',
  next_path text,
  began_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'begun',
  fault text,
  verified_at timestamptz,
  issuer text,
  subject_hash bytea,
  hint text,
  -- Email and names for the form of a new account.
  person_sealed bytea,
  -- The provider has confirmed the email, and the operator trusts it with that.
  is_trusted boolean not null default false,
  primary key (id),
  constraint social_attempts_public_id_key unique (public_id),
  constraint social_attempts_token_hash_key unique (token_hash),
  constraint social_attempts_check check ((status in ('verified', 'used')) = (subject_hash is not null and verified_at is not null)),
  constraint social_attempts_ends_soon check (expires_at <= (began_at + '00:15:00'::interval)),
  constraint social_attempts_fault_check check (fault in ('denied', 'away', 'wrong')),
  constraint social_attempts_status_check check (status in ('begun', 'returned', 'verified', 'failed', 'used'))
);
alter table social_attempts add foreign key (user_id) references users(id);
create index social_attempts_by_age on social_attempts (began_at);
create index social_attempts_of_user on social_attempts (user_id) where user_id is not null;
create index social_attempts_returned on social_attempts (id) where status = 'returned';
grant insert (public_id, provider, user_id, token_hash, browser_hash, state_hash, nonce, code_verifier, next_path, began_at, expires_at) on social_attempts to parley_web;
grant select on social_attempts to parley_web, parley_worker;
grant delete, update (code_verifier, answer, status, fault, verified_at, issuer, subject_hash, hint, person_sealed, is_trusted) on social_attempts to parley_worker;

create table social_accounts (
  id bigint generated always as identity not null,
  user_id bigint not null,
  provider text not null,
  issuer text not null,
  subject_hash bytea not null,
  hint text,
  connected_at timestamptz not null,
  primary key (id),
  constraint social_accounts_issuer_subject_hash_key unique (issuer, subject_hash),
  constraint social_accounts_user_id_provider_key unique (user_id, provider)
);
alter table social_accounts add foreign key (user_id) references users(id);
grant select on social_accounts to parley_web;

-- people/contacts

create table user_relations (
  user_id bigint not null,
  other_id bigint not null,
  is_trusted boolean not null default false,
  is_blocked boolean not null default false,
  changed_at timestamptz not null,
  primary key (user_id, other_id),
  constraint user_relations_check check (user_id <> other_id),
  constraint user_relations_check1 check (not (is_trusted and is_blocked))
);
alter table user_relations add foreign key (other_id) references users(id);
alter table user_relations add foreign key (user_id) references users(id);
create index user_relations_of_other on user_relations (other_id);
create trigger relations_counted after update on user_relations referencing old table as removed new table as added for each statement execute function count_relations();
grant select on user_relations to parley_chain, parley_web, parley_worker;
grant insert (user_id, other_id, changed_at), update (is_trusted, is_blocked, changed_at) on user_relations to parley_web;

-- market/payment-accounts

create table payment_accounts (
  id bigint generated always as identity not null,
  public_id text not null,
  user_id bigint not null,
  kind text not null,
  -- Of a bank account: the rules it was checked by, and where it is; XX letters of ISO 3166-1, YY for Worldwide.
  country text,
  country_iso text,
  currency text,
  is_personal boolean,
  -- Of a wallet.
  method_id int,
  -- By its name, each field sealed, in base64.
  fields jsonb not null,
  sealed_with int not null,
  mark bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint payment_accounts_once unique (user_id, mark),
  constraint payment_accounts_public_id_key unique (public_id),
  constraint payment_accounts_check check ((kind = 'bank') = (country is not null and country_iso is not null and currency is not null and is_personal is not null)),
  constraint payment_accounts_check1 check ((kind = 'wallet') = (method_id is not null)),
  constraint payment_accounts_country_check check (country in ('NG', 'US', 'FI', 'GB', 'IN', 'RU', 'MX', 'OTHER')),
  constraint payment_accounts_country_iso_check check (country_iso ~ '^[A-Z]{2}$'),
  constraint payment_accounts_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint payment_accounts_fields_check check (jsonb_typeof(fields) = 'object'),
  constraint payment_accounts_kind_check check (kind in ('bank', 'wallet')),
  constraint payment_accounts_mark_check check (octet_length(mark) = 32)
);
alter table payment_accounts add foreign key (user_id) references users(id);
grant select on payment_accounts to parley_web, parley_worker;

-- What a trade was given: a copy, which no later change of the account touches.
create table trade_payment_accounts (
  id bigint generated always as identity not null,
  public_id text not null,
  trade_id bigint not null,
  owner_id bigint not null,
  -- Which account it was, while that is kept.
  account_id bigint,
  kind text not null,
  country text,
  country_iso text,
  currency text,
  is_personal boolean,
  method_id int,
  fields jsonb not null,
  sealed_with int not null,
  shared_at timestamptz not null,
  primary key (id),
  constraint trade_payment_accounts_public_id_key unique (public_id),
  constraint trade_payment_accounts_fields_check check (jsonb_typeof(fields) = 'object'),
  constraint trade_payment_accounts_kind_check check (kind in ('bank', 'wallet'))
);
alter table trade_payment_accounts add foreign key (account_id) references payment_accounts(id) on delete set null;
alter table trade_payment_accounts add foreign key (owner_id) references users(id);
create index trade_payment_accounts_of_account on trade_payment_accounts (account_id) where account_id is not null;
create index trade_payment_accounts_of_owner on trade_payment_accounts (owner_id, id);
create index trade_payment_accounts_of_trade on trade_payment_accounts (trade_id, id);
create trigger given_accounts_await_payer after insert on trade_payment_accounts for each row execute function await_payer();
grant select on trade_payment_accounts to parley_web;

-- From whose account the buyer pays, as they say before they mark the trade as paid.
create table trade_payers (
  trade_id bigint not null,
  user_id bigint not null,
  holder_sealed bytea not null,
  declared_at timestamptz not null,
  primary key (trade_id)
);
alter table trade_payers add foreign key (user_id) references users(id);
create trigger payers_end_wait after insert or update of declared_at on trade_payers for each row execute function end_wait_for_payer();
grant select on trade_payers to parley_web;

-- Directories that the operator has read in from official files; the product carries the others.
create table imported_banks (
  id text not null,
  name text not null,
  country_iso text not null,
  swift text,
  city text,
  source text not null,
  as_of date not null,
  primary key (id),
  constraint imported_banks_country_iso_check check (country_iso in ('US', 'RU')),
  constraint imported_banks_id_check check (id ~ '^(us|ru)-[0-9]{9}$'),
  constraint imported_banks_name_check check (name <> ''),
  constraint imported_banks_swift_check check (swift ~ '^[A-Z0-9]{8}$')
);
create index imported_banks_by_name on imported_banks (country_iso, name, id);
grant select on imported_banks to parley_web;

-- market/bonds

-- As the catalog: gift cards, and what has the rule.
create table bond_methods (
  method_id int not null,
  primary key (method_id)
);
grant select on bond_methods to parley_web, parley_worker;

-- What came to a bond and left it; a return takes all of it, a row for each coin. `usd_cents` is what the coins were worth when they
-- came: prices that move ask for no more and give nothing back.
create table bond_moves (
  hash text not null,
  currency text not null,
  user_id bigint not null,
  kind text not null,
  units bigint not null,
  usd_cents bigint not null,
  at timestamptz not null,
  primary key (hash, currency),
  constraint bond_moves_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint bond_moves_kind_check check (kind in ('deposit', 'return')),
  constraint bond_moves_units_check check (units > 0),
  constraint bond_moves_usd_cents_check check (usd_cents > 0)
);
alter table bond_moves add foreign key (user_id) references users(id);
create index bond_moves_of_user on bond_moves (user_id, at);
create trigger bond_moves_append_only before delete or update on bond_moves for each statement execute function refuse_change();
create trigger bond_moves_never_truncated before truncate on bond_moves for each statement execute function refuse_change();
grant select on bond_moves to parley_web, parley_worker;

-- market/chat

create table chat_members (
  user_id bigint not null,
  role text not null,
  last_read_id bigint not null default 0,
  trade_id bigint not null,
  primary key (trade_id, user_id),
  constraint chat_members_role_check check (role in ('buyer', 'seller', 'moderator'))
);
alter table chat_members add foreign key (user_id) references users(id);
create index chat_members_of_user on chat_members (user_id);
grant insert, select, update on chat_members to parley_chain, parley_web, parley_worker;

create table uploads (
  id bigint generated always as identity not null,
  hash text not null,
  owner_id bigint not null,
  name text not null,
  mime_type text not null,
  file_key text not null,
  thumb_key text,
  size_bytes int not null,
  created_at timestamptz not null,
  sha256 bytea,
  primary key (id),
  constraint uploads_hash_key unique (hash),
  constraint uploads_mime_type_check check (mime_type in ('image/jpeg', 'image/png', 'application/pdf')),
  constraint uploads_sha256_check check (octet_length(sha256) = 32)
);
alter table uploads add foreign key (owner_id) references users(id);
create index uploads_of_file on uploads (file_key);
create index uploads_of_thumb on uploads (thumb_key) where thumb_key is not null;
grant insert, select on uploads to parley_chain, parley_web, parley_worker;
grant insert (sha256) on uploads to parley_web, parley_worker;

create table chat_messages (
  id bigint generated always as identity not null,
  author_id bigint,
  type text not null,
  system_key text,
  system_values jsonb not null default '{}'::jsonb,
  body text not null default '',
  upload_id bigint,
  at timestamptz not null,
  trade_id bigint not null,
  primary key (id),
  constraint chat_messages_check check ((type = 'system') = (author_id is null)),
  constraint chat_messages_check1 check ((type = 'system') = (system_key is not null)),
  constraint chat_messages_check2 check ((type = 'attachment') = (upload_id is not null)),
  constraint chat_messages_type_check check (type in ('msg', 'attachment', 'system', 'moderator'))
);
alter table chat_messages add foreign key (author_id) references users(id);
alter table chat_messages add foreign key (upload_id) references uploads(id);
create index chat_messages_of_author on chat_messages (author_id, at) where author_id is not null;
create index chat_messages_of_trade on chat_messages (trade_id, id);
create index chat_messages_of_upload on chat_messages (upload_id) where upload_id is not null;
grant insert, select on chat_messages to parley_chain, parley_web, parley_worker;

-- market/gift-cards

create table gift_cards (
  id bigint generated always as identity not null,
  hash text not null,
  owner_id bigint not null,
  payment_method_id int not null,
  kind text not null,
  fiat_code text not null,
  fiat_digits int not null,
  fiat_units bigint not null,
  -- Null once its owner's account has closed.
  code_sealed bytea,
  code_mark bytea not null,
  status text not null,
  -- In whose trades alone it is used.
  offer_hash text,
  -- That it is or was used in.
  trade_id bigint,
  trade_hash text,
  added_at timestamptz not null,
  in_use_at timestamptz,
  revealed_at timestamptz,
  deleted_at timestamptz,
  code_form text,
  checked_at timestamptz,
  -- When another account last tried to bring the same code.
  brought_again_at timestamptz,
  challenge text,
  challenge_at timestamptz,
  -- Bought in the store of this market, whose code nobody has seen since.
  bought_at timestamptz,
  primary key (id),
  constraint gift_cards_code_mark_key unique (code_mark),
  constraint gift_cards_hash_key unique (hash),
  constraint gift_cards_challenge_check check (challenge ~ '^[A-Z2-9]{6}$'),
  constraint gift_cards_challenged check ((challenge_at is null) = (challenge is null)),
  constraint gift_cards_check check ((status = 'in_offer') <= (offer_hash is not null)),
  constraint gift_cards_check1 check ((status in ('in_use', 'revealed', 'used')) = (trade_id is not null)),
  constraint gift_cards_check2 check ((trade_id is null) = (trade_hash is null)),
  constraint gift_cards_check3 check ((status = 'revealed') <= (revealed_at is not null)),
  constraint gift_cards_check4 check ((status in ('free', 'in_offer', 'deleted')) <= (revealed_at is null)),
  constraint gift_cards_check5 check ((status = 'deleted') = (deleted_at is not null)),
  constraint gift_cards_check6 check (code_sealed is not null or (status in ('deleted', 'revealed', 'used'))),
  constraint gift_cards_bought check (bought_at is null or status <> 'deleted'),
  constraint gift_cards_checked check ((checked_at is null) = (code_form is null)),
  constraint gift_cards_code_form_check check (code_form in ('fits', 'differs')),
  constraint gift_cards_code_mark_check check (octet_length(code_mark) = 32),
  constraint gift_cards_fiat_units_check check (fiat_units > 0),
  constraint gift_cards_kind_check check (kind in ('physical', 'e-card')),
  constraint gift_cards_status_check check (status in ('free', 'in_offer', 'in_use', 'revealed', 'used', 'deleted'))
);
alter table gift_cards add foreign key (owner_id) references users(id);
-- A trade is paid with one card at a time.
create unique index gift_card_in_trade on gift_cards (trade_id) where status = 'in_use';
create index gift_cards_of_owner on gift_cards (owner_id, id desc);
create index gift_cards_of_trade on gift_cards (trade_id, id) where trade_id is not null;
grant select on gift_cards to parley_web;
grant select (id, hash, owner_id, payment_method_id, kind, fiat_code, fiat_digits, fiat_units, status, offer_hash, trade_id, trade_hash, in_use_at, revealed_at, bought_at) on gift_cards to parley_worker;

-- Records of who saw which code and when; append-only.
create table gift_card_reveals (
  gift_card_id bigint not null,
  trade_id bigint not null,
  seen_by_id bigint not null,
  at timestamptz not null,
  primary key (gift_card_id)
);
alter table gift_card_reveals add foreign key (gift_card_id) references gift_cards(id);
alter table gift_card_reveals add foreign key (seen_by_id) references users(id);
create trigger gift_card_reveals_append_only before delete or update or truncate on gift_card_reveals for each statement execute function refuse_change();
grant select on gift_card_reveals to parley_web, parley_worker;

-- market/offers

create table offers (
  id bigint generated always as identity not null,
  hash text not null,
  owner_id bigint not null,
  side text not null,
  crypto text not null,
  fiat text not null,
  method_id int not null,
  method_group text not null,
  method_label text,
  payment_country text,
  flow_type text not null default 'default',
  -- Floating or fixed: hundredths of a percent over the market, or fiat for one whole coin.
  margin_bp int,
  fixed_price numeric,
  -- In the smallest unit of the currency by ISO 4217. With amounts to choose from these are the least and the greatest.
  amount_type text not null,
  min_units bigint not null,
  max_units bigint not null,
  predefined_units bigint[] not null default '{}'::bigint[],
  payment_window_min int not null,
  terms text not null,
  trade_details text not null,
  tags text[] not null default '{}'::text[],
  min_past_trades int not null default 0,
  new_buyer_max_units bigint,
  country_rule text not null default 'none',
  countries text[] not null default '{}'::text[],
  duty_hours jsonb not null default '[]'::jsonb,
  timezone text not null default 'UTC',
  requires_verified_id boolean not null default false,
  trusted_only boolean not null default false,
  blocks_anonymizers boolean not null default false,
  matches_country boolean not null default false,
  requires_full_name boolean not null default false,
  no_third_parties boolean not null default false,
  bin_codes text[] not null default '{}'::text[],
  card_regions text[] not null default '{}'::text[],
  -- The sum after which the offer leaves the market, and how much of it is used.
  cap_units bigint,
  cap_used_units bigint not null default 0,
  cap_active boolean not null default false,
  -- What the owner wants, and why the platform keeps it off all the same.
  is_on boolean not null,
  hold text,
  deleted_at timestamptz,
  active boolean generated always as (is_on and hold is null and deleted_at is null) stored,
  moderation text not null default 'approved',
  -- Goes up with every change of price or terms; a start names the one that was seen.
  revision int not null default 1,
  -- What the seller pays, in hundredths of a percent.
  fee_bp int not null,
  -- Copies of facts of the owner, moved by market/offers when they change.
  owner_country text not null,
  owner_online boolean not null default false,
  owner_badge text not null default 'no_badge',
  owner_verified boolean not null default false,
  release_sec int,
  rank int not null default 0,
  is_featured boolean not null default false,
  is_stickied boolean not null default false,
  is_automated boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  manual_fee_bp int,
  -- The public id of an account of the owner's.
  payment_account text,
  -- While it is promoted; featured and stickied until then.
  promoted_until timestamptz,
  -- Null: whatever the payer likes; empty: none at all.
  bank_reference text,
  missed_at timestamptz[] not null default '{}'::timestamptz[],
  partner_id bigint,
  chat_hash text,
  special_until timestamptz,
  is_silent boolean not null default false,
  custom_rate numeric,
  -- While staff feature it. Logins write the columns of offers that they were given, and this is none of them.
  featured_until timestamptz,
  cashback_bp int,
  cashback_max_cents int,
  payment_subdivision text,
  payment_city text,
  -- Trades up to then count no more: one was served, or the owner came back.
  missed_after timestamptz,
  -- Shown to those who are admitted to the silent pool.
  in_silent_pool boolean not null default false,
  primary key (id),
  constraint offers_hash_key unique (hash),
  constraint cashback_is_featured check (cashback_bp is null or featured_until is not null),
  constraint cashback_is_whole check ((cashback_bp is null) = (cashback_max_cents is null)),
  constraint offers_amount_type_check check (amount_type in ('min_max', 'predefined')),
  constraint offers_amounts check ((amount_type = 'predefined') = (cardinality(predefined_units) > 0)),
  constraint offers_bank_reference check ((length(bank_reference) <= 140) and (bank_reference !~ '[\r\n]')),
  constraint offers_cap check ((not cap_active) or cap_units is not null),
  constraint offers_cap_units_check check (cap_units > 0),
  constraint offers_cap_used_units_check check (cap_used_units >= 0),
  constraint offers_cashback_bp_check check (cashback_bp >= 1 and cashback_bp <= 1000),
  constraint offers_cashback_max_cents_check check (cashback_max_cents >= 1 and cashback_max_cents <= 1000000),
  constraint offers_country_rule_check check (country_rule in ('none', 'allowed', 'disallowed')),
  constraint offers_crypto_check check (crypto in ('BTC', 'ETH', 'USDT')),
  constraint offers_custom_rate check (custom_rate is null or ((custom_rate > (0)::numeric) and (method_id in (668, 669, 670, 671)))),
  constraint offers_fee_bp_check check (fee_bp >= 0 and fee_bp <= 2000),
  constraint offers_fiat_check check (fiat ~ '^[A-Z]{3}$'),
  constraint offers_fixed_price_check check (fixed_price > (0)::numeric),
  constraint offers_flow_type_check check (flow_type in ('default', 'gcc-auto', 'lite', 'bt-auto')),
  constraint offers_hold_check check (hold in ('moderation', 'low_balance', 'cap_reached', 'penalty', 'restricted', 'identity', 'place', 'staff', 'level', 'method_disabled', 'owner_away', 'too_many', 'bond_missing', 'special', 'silent')),
  constraint offers_manual_fee_bp_check check (manual_fee_bp >= 0 and manual_fee_bp <= 2000),
  constraint offers_margin_bp_check check (margin_bp > '-10000'::int),
  constraint offers_metal_has_rate check (custom_rate is not null or (method_id not in (668, 669, 670, 671)) or (not is_on)),
  constraint offers_min_past_trades_check check (min_past_trades >= 0),
  constraint offers_min_units_check check (min_units > 0),
  constraint offers_moderation_check check (moderation in ('approved', 'rejected', 'no_appeal', 'appealed')),
  constraint offers_named_account check ((payment_account is not null) = (flow_type = 'bt-auto' and side = 'sell')),
  constraint offers_new_buyer_max_units_check check (new_buyer_max_units > 0),
  constraint offers_one_price check ((margin_bp is null) <> (fixed_price is null)),
  constraint offers_payment_city_check check ((char_length(payment_city) >= 1) and (char_length(payment_city) <= 60)),
  constraint offers_payment_subdivision_check check ((char_length(payment_subdivision) >= 1) and (char_length(payment_subdivision) <= 60)),
  constraint offers_payment_window_min_check check (payment_window_min >= 15 and payment_window_min <= 43200),
  constraint offers_place_has_country check (payment_country is not null or (payment_subdivision is null and payment_city is null)),
  constraint offers_pool_is_silent check (is_silent or (not in_silent_pool)),
  constraint offers_range check (max_units >= min_units),
  constraint offers_side_check check (side in ('buy', 'sell')),
  constraint offers_special check ((num_nonnulls(partner_id, chat_hash, special_until) in (0, 3)) and (partner_id is null or (hold is not null and fixed_price is not null and (not cap_active) and partner_id <> owner_id)) and (partner_id is not null or (hold is distinct from 'special')))
) with (fillfactor = 90);
alter table offers add foreign key (owner_id) references users(id);
alter table offers add foreign key (partner_id) references users(id);
create index offers_by_method_everywhere on offers (side, crypto, method_id, rank desc, id) where active;
create index offers_by_rank on offers (side, crypto, fiat, rank desc, id) include (min_units, max_units, method_id, owner_id) where active;
create index offers_by_rank_everywhere on offers (side, crypto, rank desc, id) include (method_id) where active;
create index offers_by_rank_of_method on offers (side, crypto, fiat, method_id, rank desc, id) include (min_units, max_units, owner_id) where active;
create index offers_by_release on offers (side, crypto, fiat, release_sec, id) where active;
create index offers_by_tag on offers using gin (tags) where active;
create index offers_ever_of_owner on offers (owner_id, id);
create index offers_featured on offers (featured_until) where featured_until is not null;
create index offers_fixed on offers (side, crypto, fiat, fixed_price, id) include (min_units, max_units, method_id) where active and fixed_price is not null;
create index offers_fixed_of_method on offers (side, crypto, fiat, method_id, fixed_price, id) include (min_units, max_units) where active and fixed_price is not null;
create index offers_floating on offers (side, crypto, fiat, margin_bp, id) include (min_units, max_units, method_id) where active and margin_bp is not null;
create index offers_floating_everywhere on offers (side, crypto, margin_bp, id) include (method_id) where active and margin_bp is not null;
-- By price, by rank; with a method and without. The floating family is sorted by margin, which inside one market is the
-- order of prices whatever the rate; the fixed family is sorted by price and merged in.
create index offers_floating_of_method on offers (side, crypto, fiat, method_id, margin_bp, id) include (min_units, max_units) where active and margin_bp is not null;
-- Among thousands of offers the few that staff look at are found without reading the others.
create index offers_in_pool on offers (side, crypto, rank desc, id) where in_silent_pool and is_on and deleted_at is null;
create index offers_moderated on offers (id) where moderation <> 'approved' and deleted_at is null;
create unique index offers_no_duplicate on offers (owner_id, side, crypto, fiat, method_id) where is_on and deleted_at is null and partner_id is null;
create index offers_of_owner on offers (owner_id, side) where deleted_at is null;
create index offers_online on offers (side, crypto, fiat, rank desc, id) include (method_id) where active and owner_online;
create index offers_promoted on offers (promoted_until) where promoted_until is not null;
create index offers_promoted_of_owner on offers (owner_id) where promoted_until is not null;
create index offers_with_manual_fee on offers (id) where manual_fee_bp is not null and deleted_at is null;
create trigger offer_fees_noted before insert or update of method_id, manual_fee_bp, fee_bp on offers for each row execute function note_offer_fee();
create trigger offers_arrive after insert on offers referencing new table as added for each statement execute function note_offer_arrivals();
create trigger offers_arrive_again after update on offers referencing old table as removed new table as added for each statement execute function note_offer_arrivals();
create trigger offers_counted_change after update on offers referencing old table as removed new table as added for each statement execute function count_offers();
create trigger offers_counted_new after insert on offers referencing new table as added for each statement execute function count_offers();
create trigger offers_name_own_accounts after insert or update of payment_account, fiat on offers for each row when (new.payment_account is not null) execute function offer_account_fits();
create trigger offers_rejected_are_not_featured before update of moderation on offers for each row when (new.moderation <> 'approved' and new.featured_until is not null) execute function end_featuring();
create trigger offers_unmarked_give_no_cashback before update on offers for each row when (new.featured_until is null and new.cashback_bp is not null) execute function end_cashback();
create trigger pages_show_changed_offers after update on offers referencing old table as removed new table as added for each statement execute function note_offer_changes();
create trigger pages_show_new_offers after insert on offers referencing new table as added for each statement execute function note_offer_changes();
create trigger pages_show_no_deleted_offers after delete on offers referencing old table as removed for each statement execute function note_offer_changes();
grant insert (hash, owner_id, side, crypto, fiat, method_id, method_group, method_label, payment_country, flow_type, margin_bp, fixed_price, amount_type, min_units, max_units, predefined_units, payment_window_min, terms, trade_details, tags, min_past_trades, new_buyer_max_units, country_rule, countries, duty_hours, timezone, requires_verified_id, trusted_only, blocks_anonymizers, matches_country, requires_full_name, no_third_parties, bin_codes, card_regions, cap_units, cap_used_units, cap_active, is_on, hold, deleted_at, revision, owner_country, owner_online, owner_badge, owner_verified, release_sec, rank, is_automated, created_at, updated_at, manual_fee_bp), update (hash, owner_id, side, crypto, fiat, method_id, method_group, method_label, payment_country, flow_type, margin_bp, fixed_price, amount_type, min_units, max_units, predefined_units, payment_window_min, terms, trade_details, tags, min_past_trades, new_buyer_max_units, country_rule, countries, duty_hours, timezone, requires_verified_id, trusted_only, blocks_anonymizers, matches_country, requires_full_name, no_third_parties, bin_codes, card_regions, cap_units, cap_used_units, cap_active, is_on, hold, deleted_at, revision, owner_country, owner_online, owner_badge, owner_verified, release_sec, rank, is_automated, created_at, updated_at, manual_fee_bp) on offers to parley_chain;
grant select on offers to parley_chain, parley_web, parley_worker;
grant select (hash, owner_id, featured_until, cashback_bp, cashback_max_cents) on offers to parley_signer;
grant insert (hash, owner_id, side, crypto, fiat, method_id, method_group, method_label, payment_country, flow_type, margin_bp, fixed_price, amount_type, min_units, max_units, predefined_units, payment_window_min, terms, trade_details, tags, min_past_trades, new_buyer_max_units, country_rule, countries, duty_hours, timezone, requires_verified_id, trusted_only, blocks_anonymizers, matches_country, requires_full_name, no_third_parties, bin_codes, card_regions, cap_units, cap_used_units, cap_active, is_on, hold, deleted_at, revision, owner_country, owner_online, owner_badge, owner_verified, release_sec, rank, is_automated, created_at, updated_at, manual_fee_bp, payment_account, bank_reference, missed_at, partner_id, chat_hash, special_until, is_silent, custom_rate, payment_subdivision, payment_city, missed_after, in_silent_pool), update (hash, owner_id, side, crypto, fiat, method_id, method_group, method_label, payment_country, flow_type, margin_bp, fixed_price, amount_type, min_units, max_units, predefined_units, payment_window_min, terms, trade_details, tags, min_past_trades, new_buyer_max_units, country_rule, countries, duty_hours, timezone, requires_verified_id, trusted_only, blocks_anonymizers, matches_country, requires_full_name, no_third_parties, bin_codes, card_regions, cap_units, cap_used_units, cap_active, is_on, hold, deleted_at, revision, owner_country, owner_online, owner_badge, owner_verified, release_sec, rank, is_automated, created_at, updated_at, manual_fee_bp, payment_account, bank_reference, missed_at, is_silent, custom_rate, payment_subdivision, payment_city, missed_after, in_silent_pool) on offers to parley_web, parley_worker;

-- How many are active, by market and method: for counts and for the numbers beside the filters.
create table offer_counts (
  side text not null,
  crypto text not null,
  fiat text not null,
  method_id int not null,
  active_count int not null,
  primary key (side, crypto, fiat, method_id)
) with (fillfactor = 70);
create index offer_counts_of_method on offer_counts (method_id, crypto, side);
create trigger pages_show_counts after update on offer_counts referencing new table as added for each statement execute function note_count_changes();
create trigger pages_show_new_counts after insert on offer_counts referencing new table as added for each statement execute function note_count_changes();
grant select on offer_counts to parley_chain, parley_web, parley_worker;

-- A discount that a user has on the fee of one method, or of all.
create table offer_perks (
  user_id bigint not null,
  method_id int not null default 0,
  fee_bp int not null,
  valid_until timestamptz,
  primary key (user_id, method_id),
  constraint offer_perks_fee_bp_check check (fee_bp >= 0)
);
alter table offer_perks add foreign key (user_id) references users(id);
create trigger viewers_of_gone_perks after delete on offer_perks referencing old table as touched for each statement execute function note_viewers('user_id');
-- What a page keeps for its reader has the reader's fee.
create trigger viewers_of_perks after insert or update on offer_perks for each row execute function note_viewer('user_id');
grant select on offer_perks to parley_chain, parley_signer, parley_web, parley_worker;

-- The last posting of the ledger that was looked at for balances that no longer cover an offer.
create table offer_watermarks (
  name text not null,
  value bigint not null,
  primary key (name)
);
insert into offer_watermarks (name, value) values
  ('limits', '0');
grant select on offer_watermarks to parley_chain, parley_web, parley_worker;
grant insert, update on offer_watermarks to parley_worker;

create table offer_totals (
  side text not null,
  crypto text not null,
  fiat text not null,
  active_count int not null,
  primary key (side, crypto, fiat)
) with (fillfactor = 50);
grant select on offer_totals to parley_chain, parley_web, parley_worker;

-- As the catalog: its group, or the class of its own.
create table method_fees (
  method_id int not null,
  class text not null,
  primary key (method_id)
);
grant select on method_fees to parley_web, parley_worker;

create table missed_trades (
  trade_hash text not null,
  offer_id bigint not null,
  starter_id bigint not null,
  at timestamptz not null,
  primary key (trade_hash)
);
alter table missed_trades add foreign key (offer_id) references offers(id);
alter table missed_trades add foreign key (starter_id) references users(id);
create index missed_trades_of_offer on missed_trades (offer_id, at);
grant select on missed_trades to parley_web, parley_worker;

-- market/trades

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

-- market/listing

create table offer_favorites (
  user_id bigint not null,
  offer_id bigint not null,
  added_at timestamptz not null,
  primary key (user_id, offer_id)
);
alter table offer_favorites add foreign key (offer_id) references offers(id);
alter table offer_favorites add foreign key (user_id) references users(id);
create index offer_favorites_by_time on offer_favorites (user_id, added_at desc);
grant delete, insert, select on offer_favorites to parley_chain, parley_web, parley_worker;

-- market/otc

-- What users asked the OTC desk for: so much of a coin for this amount of a currency, paid by one of these methods.
create table otc_requests (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  -- What the user does.
  side text not null,
  crypto text not null,
  fiat text not null,
  units bigint not null,
  method_ids int[] not null,
  note text not null,
  status text not null,
  asked_at timestamptz not null,
  changed_at timestamptz not null,
  -- Of one that staff closed.
  closed_by bigint,
  closed_why text,
  primary key (id),
  constraint otc_requests_hash_key unique (hash),
  constraint otc_requests_side_check check (side in ('buy', 'sell')),
  constraint otc_requests_crypto_check check (crypto in ('BTC', 'ETH', 'USDT')),
  constraint otc_requests_fiat_check check (fiat ~ '^[A-Z]{3}$'),
  constraint otc_requests_units_check check (units > 0),
  constraint otc_requests_methods_check check (cardinality(method_ids) between 1 and 5),
  constraint otc_requests_note_check check (char_length(note) <= 1000),
  constraint otc_requests_status_check check (status in ('open', 'asked', 'quoted', 'accepted', 'cancelled', 'closed', 'expired')),
  constraint otc_requests_closed_check check ((closed_by is null) = (closed_why is null) and (closed_by is null or status = 'closed')),
  constraint otc_requests_why_check check (char_length(closed_why) >= 3 and char_length(closed_why) <= 500),
  constraint otc_requests_closed_why_said check (is_said(closed_why))
);
alter table otc_requests add foreign key (user_id) references users(id);
alter table otc_requests add foreign key (closed_by) references users(id);
create index otc_requests_of_user on otc_requests (user_id, id);
create index otc_requests_live on otc_requests (status, changed_at) where status in ('open', 'asked', 'quoted');
grant select on otc_requests to parley_web, parley_worker;

-- Prices that staff proposed for a request: the trader who would trade agrees first, then the user accepts.
create table otc_quotes (
  id bigint generated always as identity not null,
  hash text not null,
  request_id bigint not null,
  trader_id bigint not null,
  made_by bigint not null,
  method_id int not null,
  -- Of one coin, in the currency of the request.
  price numeric not null,
  units bigint not null,
  -- For which it is valid once the trader has agreed, and for which the offer is once the user has accepted.
  minutes int not null,
  status text not null,
  made_at timestamptz not null,
  answer_by timestamptz not null,
  -- Of the offer, as the trader wrote them.
  terms text,
  details text,
  expires_at timestamptz,
  ended_at timestamptz,
  primary key (id),
  constraint otc_quotes_hash_key unique (hash),
  constraint otc_quotes_price_check check (price > 0),
  constraint otc_quotes_units_check check (units > 0),
  constraint otc_quotes_minutes_check check (minutes between 10 and 1440),
  constraint otc_quotes_status_check check (status in ('asked', 'agreed', 'accepted', 'declined', 'refused', 'expired', 'withdrawn')),
  constraint otc_quotes_terms_check check (char_length(terms) <= 2500 and char_length(details) <= 2500),
  constraint otc_quotes_agreed_check check ((expires_at is null) = (terms is null) and (expires_at is null) = (details is null)),
  constraint otc_quotes_ended_check check ((ended_at is null) = (status in ('asked', 'agreed')))
);
alter table otc_quotes add foreign key (request_id) references otc_requests(id) on delete cascade;
alter table otc_quotes add foreign key (trader_id) references users(id);
alter table otc_quotes add foreign key (made_by) references users(id);
create index otc_quotes_of_request on otc_quotes (request_id, id);
create index otc_quotes_of_trader on otc_quotes (trader_id, id);
-- One at a time.
create unique index otc_quotes_live on otc_quotes (request_id) where status in ('asked', 'agreed');
grant select on otc_quotes to parley_web, parley_worker;

-- market/saved-searches

-- Listings that users saved: the address, and its filters as columns, so that one statement finds the searches that an offer fits.
create table saved_searches (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  name text not null,
  address text not null,
  side text not null,
  crypto text not null,
  fiat text,
  -- Null: all of them.
  method_ids int[],
  -- By which the searches of an offer are found: side, coin, currency and method, each of the last two or a star.
  market_key text not null,
  method_group text,
  -- The amount in view, in the listing's currency or in dollars.
  amount numeric,
  is_amount_in_usd boolean not null default false,
  tags text[] not null default '{}'::text[],
  owner_country text,
  -- Null: not asked; empty: payment from anywhere.
  payment_country text,
  visitor_country text,
  online_only boolean not null default false,
  verified_owners_only boolean not null default false,
  verified_offers_only boolean not null default false,
  bin_prefixes text[],
  card_region text,
  has_alert boolean not null,
  -- The last alert; within an hour of it another offer makes the search wait.
  alerted_at timestamptz,
  is_waiting boolean not null default false,
  created_at timestamptz not null,
  primary key (id),
  constraint saved_searches_hash_key unique (hash),
  constraint saved_searches_address_key unique (user_id, address),
  constraint saved_searches_name_check check (char_length(name) between 1 and 80),
  constraint saved_searches_address_check check (char_length(address) <= 1000),
  constraint saved_searches_side_check check (side in ('buy', 'sell')),
  constraint saved_searches_waiting_check check (not is_waiting or alerted_at is not null)
) with (fillfactor = 90);
alter table saved_searches add foreign key (user_id) references users(id);
create index saved_searches_by_market on saved_searches (market_key, id) where has_alert;
create index saved_searches_waiting on saved_searches (alerted_at) where is_waiting and has_alert;
grant select on saved_searches to parley_web, parley_worker;
grant insert, delete, update (name, has_alert, is_waiting) on saved_searches to parley_web;
grant update (alerted_at, is_waiting) on saved_searches to parley_worker;

-- Offers that came to the market, or came with other terms or another price: once for each revision that they had there.
create table offer_arrivals (
  id bigint generated always as identity not null,
  offer_id bigint not null,
  at timestamptz not null,
  is_matched boolean not null default false,
  primary key (id)
);
create index offer_arrivals_unmatched on offer_arrivals (id) where not is_matched;
create index offer_arrivals_by_time on offer_arrivals (at);
grant select on offer_arrivals to parley_worker;
grant update (is_matched), delete on offer_arrivals to parley_worker;

-- What a search has alerted its user to: never twice to the same revision of an offer.
create table saved_search_alerts (
  search_id bigint not null,
  offer_id bigint not null,
  revision int not null,
  at timestamptz not null,
  primary key (search_id, offer_id, revision)
);
alter table saved_search_alerts add foreign key (search_id) references saved_searches(id) on delete cascade;
create index saved_search_alerts_by_time on saved_search_alerts (at);
grant insert, select on saved_search_alerts to parley_worker;

-- market/moderation

create table offer_reports (
  id bigint generated always as identity not null,
  offer_id bigint not null,
  reporter_id bigint not null,
  reason text not null,
  words text,
  reported_at timestamptz not null,
  -- What staff made of it; null while it waits.
  outcome text,
  settled_at timestamptz,
  primary key (id),
  constraint offer_reports_offer_id_reporter_id_key unique (offer_id, reporter_id),
  constraint offer_reports_check check ((outcome is null) = (settled_at is null)),
  constraint offer_reports_outcome_check check (outcome in ('approved', 'rejected')),
  constraint offer_reports_reason_check check (reason in ('outside_escrow', 'bad_offer_terms', 'obvious_scam', 'negotiation', 'other')),
  constraint offer_reports_words_check check ((char_length(words) >= 1) and (char_length(words) <= 250))
);
alter table offer_reports add constraint offer_reports_words_said check (is_said(words)) not valid;
alter table offer_reports add foreign key (offer_id) references offers(id);
alter table offer_reports add foreign key (reporter_id) references users(id);
create index offer_reports_of_reporter on offer_reports (reporter_id, reported_at);
create index offer_reports_open on offer_reports (offer_id, reported_at) where outcome is null;
grant select on offer_reports to parley_web;

create table offer_rejections (
  id bigint generated always as identity not null,
  offer_id bigint not null,
  -- As the owner reads it.
  reason text not null,
  rejected_by bigint not null,
  rejected_at timestamptz not null,
  -- What the owner writes against it, once.
  words text,
  appealed_at timestamptz,
  outcome text,
  decided_by bigint,
  decided_at timestamptz,
  answer text,
  primary key (id),
  constraint offer_rejections_answer_check check ((char_length(answer) >= 1) and (char_length(answer) <= 1000)),
  constraint offer_rejections_check check (decided_by <> rejected_by),
  constraint offer_rejections_check1 check ((words is null) = (appealed_at is null)),
  constraint offer_rejections_check2 check (num_nonnulls(outcome, decided_by, decided_at, answer) in (0, 4)),
  constraint offer_rejections_check3 check ((outcome is distinct from 'no_appeal') or words is not null),
  constraint offer_rejections_outcome_check check (outcome in ('approved', 'no_appeal')),
  constraint offer_rejections_reason_check check ((char_length(reason) >= 1) and (char_length(reason) <= 1000)),
  constraint offer_rejections_words_check check ((char_length(words) >= 10) and (char_length(words) <= 2000))
);
alter table offer_rejections add constraint offer_rejections_answer_said check (is_said(answer)) not valid;
alter table offer_rejections add constraint offer_rejections_reason_said check (is_said(reason)) not valid;
alter table offer_rejections add constraint offer_rejections_words_said check (is_said(words)) not valid;
alter table offer_rejections add foreign key (decided_by) references users(id);
alter table offer_rejections add foreign key (offer_id) references offers(id);
alter table offer_rejections add foreign key (rejected_by) references users(id);
create index offer_rejections_of_offer on offer_rejections (offer_id, id);
create unique index offer_rejections_open on offer_rejections (offer_id) where outcome is null;
grant select on offer_rejections to parley_web;

-- market/attachments

create table trade_attachments (
  id bigint generated always as identity not null,
  hash text not null,
  trade_id bigint not null,
  requirement text not null,
  author_id bigint not null,
  -- Null once the file was erased with the conversation.
  upload_id bigint,
  status text not null default 'uploaded',
  reason text,
  at timestamptz not null,
  judged_at timestamptz,
  primary key (id),
  constraint trade_attachments_hash_key unique (hash),
  constraint trade_attachments_trade_id_requirement_upload_id_key unique (trade_id, requirement, upload_id),
  constraint trade_attachments_check check ((status = 'uploaded') = (judged_at is null)),
  constraint trade_attachments_check1 check (reason is null or status = 'rejected'),
  constraint trade_attachments_reason_check check ((char_length(reason) >= 3) and (char_length(reason) <= 500)),
  constraint trade_attachments_requirement_check check (requirement in ('payment_proof', 'receipt', 'bank_statement')),
  constraint trade_attachments_status_check check (status in ('uploaded', 'approved', 'rejected'))
);
alter table trade_attachments add constraint trade_attachments_reason_said check (is_said(reason)) not valid;
alter table trade_attachments add foreign key (author_id) references users(id);
alter table trade_attachments add foreign key (trade_id) references trades(id);
alter table trade_attachments add foreign key (upload_id) references uploads(id) on delete set null;
create index trade_attachments_by_author on trade_attachments (author_id);
create index trade_attachments_by_upload on trade_attachments (upload_id) where upload_id is not null;
create trigger attachments_erased before update of upload_id on trade_attachments for each row when (new.upload_id is null) execute function erase_attachment();
grant select on trade_attachments to parley_web, parley_worker;

-- What the seller asked for while the trade ran; nothing waits for it.
create table trade_asked_requirements (
  trade_id bigint not null,
  requirement text not null,
  asked_at timestamptz not null,
  primary key (trade_id, requirement),
  constraint trade_asked_requirements_requirement_check check (requirement in ('payment_proof', 'receipt', 'bank_statement'))
);
alter table trade_asked_requirements add foreign key (trade_id) references trades(id);
grant select on trade_asked_requirements to parley_web, parley_worker;

create table trade_policy_reads (
  trade_id bigint not null,
  user_id bigint not null,
  url text not null,
  at timestamptz not null,
  primary key (trade_id, user_id, url),
  constraint trade_policy_reads_url_check check (url in ('/dispute-rules', '/terms-of-service', '/privacy-policy'))
);
alter table trade_policy_reads add foreign key (trade_id) references trades(id);
alter table trade_policy_reads add foreign key (user_id) references users(id);
create index trade_policy_reads_by_user on trade_policy_reads (user_id);
grant insert on trade_policy_reads to parley_web;
grant select on trade_policy_reads to parley_web, parley_worker;

-- market/disputes

create table disputes (
  id bigint generated always as identity not null,
  trade_hash text not null,
  round int not null,
  opened_by text not null,
  opened_by_id bigint not null,
  reason_id int not null,
  body text not null,
  usd_cents bigint not null,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  taken_by bigint,
  taken_at timestamptz,
  proposed_winner text,
  proposed_by bigint,
  outcome text,
  reason_code text,
  note text,
  decided_by bigint,
  decided_at timestamptz,
  -- What a first moderator proposed where a second one has to say the same.
  proposed_share_units bigint,
  evidence_due_at timestamptz not null,
  first_look_due_at timestamptz not null,
  decision_hours int not null default 24,
  buyer_done_at timestamptz,
  seller_done_at timestamptz,
  rulebook int,
  evidence_head bytea,
  primary key (id),
  constraint disputes_trade_hash_round_key unique (trade_hash, round),
  constraint disputes_body_check check (char_length(body) <= 1000),
  constraint disputes_check check ((outcome is null) = (decided_at is null)),
  constraint disputes_decision_hours_check check (decision_hours >= 1 and decision_hours <= 720),
  constraint disputes_opened_by_check check (opened_by in ('buyer', 'seller')),
  constraint disputes_outcome_check check (outcome in ('buyer', 'seller', 'settled')),
  constraint disputes_proposed_share_units_check check (proposed_share_units > 0),
  constraint disputes_proposed_winner_check check (proposed_winner in ('buyer', 'seller'))
);
alter table disputes add foreign key (decided_by) references users(id);
alter table disputes add foreign key (opened_by_id) references users(id);
alter table disputes add foreign key (proposed_by) references users(id);
alter table disputes add foreign key (taken_by) references users(id);
create index disputes_by_evidence on disputes (evidence_due_at) where outcome is null;
create index disputes_decided on disputes (decided_at desc) where outcome is not null;
-- The cases that a staff member decided.
create index disputes_decided_by on disputes (taken_by, decided_at) where outcome is not null;
create index disputes_open on disputes (due_at) where outcome is null;
create trigger due_when_taken before update of taken_by on disputes for each row when (old.taken_by is null and new.taken_by is not null) execute function next_due_of_case();
create trigger evidence_erased after update of body on disputes for each row when (new.body = '' and old.body <> '') execute function erase_evidence();
create trigger evidence_kept_at_decision before update of outcome on disputes for each row when (old.outcome is null and new.outcome is not null) execute function evidence_of_decision();
grant select on disputes to parley_chain, parley_web, parley_worker;
grant update (taken_by, taken_at, outcome, reason_code, note, decided_by, decided_at, rulebook) on disputes to parley_web;
grant insert (trade_hash, round, opened_by, opened_by_id, reason_id, body, usd_cents, opened_at, due_at, evidence_due_at, first_look_due_at, decision_hours) on disputes to parley_web, parley_worker;
grant update (outcome, decided_at) on disputes to parley_worker;

create table dispute_evidence (
  dispute_id bigint not null,
  place int not null,
  author_id bigint not null,
  role text not null,
  -- The sides that a moderator's question is for.
  asks text,
  -- Null once they are erased; the commitment stays.
  body text,
  salt bytea,
  commitment bytea not null,
  upload_ids bigint[] not null default '{}'::bigint[],
  file_digests bytea[] not null default '{}'::bytea[],
  at timestamptz not null,
  previous bytea not null,
  digest bytea not null,
  primary key (dispute_id, place),
  constraint dispute_evidence_asks_check check (asks in ('buyer', 'seller', 'both')),
  constraint dispute_evidence_body_check check ((char_length(body) >= 1) and (char_length(body) <= 1000)),
  constraint dispute_evidence_check check ((role = 'moderator') = (asks is not null)),
  constraint dispute_evidence_check1 check ((body is null) = (salt is null)),
  constraint dispute_evidence_check2 check ((cardinality(upload_ids) = cardinality(file_digests)) or body is null),
  constraint dispute_evidence_commitment_check check (octet_length(commitment) = 32),
  constraint dispute_evidence_digest_check check (octet_length(digest) = 32),
  constraint dispute_evidence_place_check check (place > 0),
  constraint dispute_evidence_previous_check check (octet_length(previous) = 32),
  constraint dispute_evidence_role_check check (role in ('buyer', 'seller', 'moderator')),
  constraint dispute_evidence_salt_check check (octet_length(salt) = 16),
  constraint dispute_evidence_upload_ids_check check (cardinality(upload_ids) <= 3)
);
alter table dispute_evidence add constraint dispute_evidence_body_said check (is_said(body)) not valid;
alter table dispute_evidence add foreign key (author_id) references users(id);
alter table dispute_evidence add foreign key (dispute_id) references disputes(id);
create index dispute_evidence_by_upload on dispute_evidence using gin (upload_ids);
create trigger evidence_stays before delete or update on dispute_evidence for each row execute function keep_evidence();
grant select on dispute_evidence to parley_web, parley_worker;

create table dispute_appeals (
  dispute_id bigint not null,
  case_number text not null,
  appellant_id bigint not null,
  role text not null,
  -- Emptied with the conversation.
  body text not null,
  upload_ids bigint[] not null,
  made_at timestamptz not null,
  due_at timestamptz not null,
  taken_by bigint,
  taken_at timestamptz,
  outcome text,
  -- Of the decision, to both sides.
  answer text,
  compensation_units bigint,
  decided_by bigint,
  decided_at timestamptz,
  primary key (dispute_id, role),
  constraint dispute_appeals_case_number_key unique (case_number),
  constraint dispute_appeals_answer_check check (char_length(answer) <= 1000),
  constraint dispute_appeals_body_check check (char_length(body) <= 1000),
  constraint dispute_appeals_case_number_check check (case_number ~ '^APPEAL-[A-Z0-9]{8,20}$'),
  constraint dispute_appeals_check check ((outcome is null) = (decided_at is null)),
  constraint dispute_appeals_check1 check ((not (outcome is distinct from 'overturned')) = (compensation_units is not null)),
  constraint dispute_appeals_compensation_units_check check (compensation_units > 0),
  constraint dispute_appeals_outcome_check check (outcome in ('upheld', 'overturned')),
  constraint dispute_appeals_role_check check (role in ('buyer', 'seller')),
  constraint dispute_appeals_upload_ids_check check (cardinality(upload_ids) <= 3)
);
alter table dispute_appeals add constraint dispute_appeals_answer_said check (answer = '' or is_said(answer)) not valid;
alter table dispute_appeals add constraint dispute_appeals_body_said check (body = '' or is_said(body)) not valid;
alter table dispute_appeals add foreign key (appellant_id) references users(id);
alter table dispute_appeals add foreign key (decided_by) references users(id);
alter table dispute_appeals add foreign key (dispute_id) references disputes(id);
alter table dispute_appeals add foreign key (taken_by) references users(id);
create index dispute_appeals_decided on dispute_appeals (decided_at desc) where outcome is not null;
create index dispute_appeals_decided_by on dispute_appeals (taken_by, decided_at) where outcome is not null;
create index dispute_appeals_open on dispute_appeals (due_at) where outcome is null;
create index dispute_appeals_overturned on dispute_appeals (decided_at, dispute_id) where compensation_units is not null;
create trigger dispute_appeals_told after insert on dispute_appeals for each row execute function tell_of_dispute_appeal();
grant select on dispute_appeals to parley_web, parley_worker;

-- By which methods payments come back; by the class of their fee where that is all of them.
create table chargeback_methods (
  method_id int,
  class text,
  constraint chargeback_methods_class_key unique (class),
  constraint chargeback_methods_method_id_key unique (method_id),
  constraint chargeback_methods_check check (num_nonnulls(method_id, class) = 1)
);
insert into chargeback_methods (method_id, class) values
  ('4', null), ('14', null), ('452', null), (null, 'bank-transfers');

create table chargeback_reports (
  trade_id bigint not null,
  case_number text not null,
  seller_id bigint not null,
  reason text not null,
  -- What happened, and who paid: sealed, and null once the conversation is erased.
  words_sealed bytea,
  upload_ids bigint[] not null,
  reported_at timestamptz not null,
  due_at timestamptz not null,
  taken_by bigint,
  taken_at timestamptz,
  outcome text,
  -- Of the decision, to both sides; emptied with the conversation.
  answer text,
  -- What the operator makes good of a confirmed one; null for nothing.
  compensation_units bigint,
  decided_by bigint,
  decided_at timestamptz,
  made_good_at timestamptz,
  made_good_by text,
  primary key (trade_id),
  constraint chargeback_reports_case_number_key unique (case_number),
  constraint chargeback_reports_answer_check check (char_length(answer) <= 1000),
  constraint chargeback_reports_case_number_check check (case_number ~ '^CHARGEBACK-[0-9]{12}$'),
  constraint chargeback_reports_check check (num_nonnulls(outcome, answer, decided_by, decided_at) in (0, 4)),
  constraint chargeback_reports_check1 check (decided_by is null or decided_by = taken_by),
  constraint chargeback_reports_check2 check (compensation_units is null or outcome = 'confirmed'),
  constraint chargeback_reports_check3 check ((made_good_at is null) = (made_good_by is null)),
  constraint chargeback_reports_check4 check (made_good_at is null or outcome = 'confirmed'),
  constraint chargeback_reports_compensation_units_check check (compensation_units > 0),
  constraint chargeback_reports_made_good_by_check check (made_good_by in ('buyer', 'operator')),
  constraint chargeback_reports_outcome_check check (outcome in ('dismissed', 'confirmed')),
  constraint chargeback_reports_reason_check check (reason in ('payment_reversed', 'account_frozen', 'card_invalid', 'stolen_account')),
  constraint chargeback_reports_upload_ids_check check (cardinality(upload_ids) <= 3)
);
alter table chargeback_reports add constraint chargeback_reports_answer_said check (answer = '' or is_said(answer)) not valid;
alter table chargeback_reports add foreign key (decided_by) references users(id);
alter table chargeback_reports add foreign key (seller_id) references users(id);
alter table chargeback_reports add foreign key (taken_by) references users(id);
alter table chargeback_reports add foreign key (trade_id) references trades(id);
create index chargeback_reports_decided on chargeback_reports (decided_at desc) where outcome is not null;
create index chargeback_reports_decided_by on chargeback_reports (taken_by, decided_at) where outcome is not null;
create index chargeback_reports_of_seller on chargeback_reports (seller_id, trade_id);
create index chargeback_reports_open on chargeback_reports (due_at) where outcome is null;
create index chargeback_reports_owed on chargeback_reports (decided_at, trade_id) where compensation_units is not null and made_good_at is null;
grant select on chargeback_reports to parley_web;

-- market/feedback

create table feedback (
  id bigint generated always as identity not null,
  giver_id bigint not null,
  receiver_id bigint not null,
  payment_method_id int not null,
  crypto text not null,
  trade_hash text not null,
  offer_hash text not null,
  giver_role text not null,
  rating int not null,
  message text not null,
  reply text,
  -- Small trades count for nothing, so that a reputation cannot be farmed.
  counts boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint feedback_giver_id_receiver_id_payment_method_id_crypto_key unique (giver_id, receiver_id, payment_method_id, crypto),
  constraint feedback_check check (giver_id <> receiver_id),
  constraint feedback_giver_role_check check (giver_role in ('buyer', 'seller')),
  constraint feedback_rating_check check (rating = any (array[1, '-1'::int]))
);
alter table feedback add foreign key (giver_id) references users(id);
alter table feedback add foreign key (receiver_id) references users(id);
create index feedback_of_receiver on feedback (receiver_id, updated_at desc);
create index feedback_of_trade on feedback (trade_hash);
-- By their names these run before what counts feedback: pairs are locked before the figures of their users, as where trades end.
create trigger feedback_added_is_weighed after insert on feedback referencing new table as added for each statement execute function weigh_feedback();
create trigger feedback_altered_is_weighed after update on feedback referencing old table as removed new table as added for each statement execute function weigh_feedback();
create trigger feedback_counted_change after update on feedback referencing old table as removed new table as added for each statement execute function count_feedback();
create trigger feedback_counted_new after insert on feedback referencing new table as added for each statement execute function count_feedback();
create trigger feedback_is_of_its_trade before insert or update on feedback for each row execute function feedback_is_of_its_trade();
create trigger pages_show_feedback after update on feedback referencing new table as added for each statement execute function note_owner_changes('receiver_id');
create trigger pages_show_new_feedback after insert on feedback referencing new table as added for each statement execute function note_owner_changes('receiver_id');
grant select on feedback to parley_chain, parley_web, parley_worker;
grant insert, update on feedback to parley_web, parley_worker;

-- products/wallet

create table send_out_quotes (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  currency text not null,
  destination text not null,
  units bigint not null,
  fee_units bigint not null,
  usd_value numeric not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id),
  constraint send_out_quotes_hash_key unique (hash),
  constraint send_out_quotes_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint send_out_quotes_fee_units_check check (fee_units > 0),
  constraint send_out_quotes_units_check check (units > 0)
);
alter table send_out_quotes add foreign key (user_id) references users(id);
grant select on send_out_quotes to parley_chain, parley_signer, parley_web, parley_worker;
grant update (expires_at) on send_out_quotes to parley_signer;
grant insert on send_out_quotes to parley_web;

create table conversion_quotes (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  from_currency text not null,
  to_currency text not null,
  from_units bigint not null,
  to_units bigint not null,
  rate numeric not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id),
  constraint conversion_quotes_hash_key unique (hash),
  constraint conversion_quotes_check check (from_currency <> to_currency),
  constraint conversion_quotes_from_currency_check check (from_currency in ('BTC', 'ETH', 'USDT')),
  constraint conversion_quotes_from_units_check check (from_units > 0),
  constraint conversion_quotes_rate_check check (rate > (0)::numeric),
  constraint conversion_quotes_to_currency_check check (to_currency in ('BTC', 'ETH', 'USDT')),
  constraint conversion_quotes_to_units_check check (to_units > 0)
);
alter table conversion_quotes add foreign key (user_id) references users(id);
grant select on conversion_quotes to parley_chain, parley_signer, parley_web, parley_worker;

create table conversions (
  quote_id bigint not null,
  user_id bigint not null,
  created_at timestamptz not null,
  primary key (quote_id)
);
alter table conversions add foreign key (quote_id) references conversion_quotes(id);
alter table conversions add foreign key (user_id) references users(id);
create index conversions_of_user on conversions (user_id, quote_id desc);
grant select on conversions to parley_chain, parley_signer, parley_web, parley_worker;

-- The link in the email about a send-out that waits: what is kept is the SHA-256 of its token, in hexadecimal.
create table send_out_links (
  send_out_id bigint not null,
  token_hash text not null,
  made_at timestamptz not null,
  primary key (send_out_id),
  constraint send_out_links_token_hash_key unique (token_hash)
);
alter table send_out_links add foreign key (send_out_id) references send_outs(id);
grant select on send_out_links to parley_web, parley_worker;
grant insert on send_out_links to parley_worker;

alter table send_outs add foreign key (quote_id) references send_out_quotes(id);

-- The movements of each user's available balance as their history reads them: copied from the postings in the order in which the account
-- was locked, with what the account had after each. What is not copied yet is in unfolded_wallet_lines.
create table wallet_lines (
  account_id bigint not null,
  -- Never before the line before it, also where two transactions began in the other order.
  at timestamptz not null,
  -- The last posting of the journal on this account.
  posting_id bigint not null,
  journal_id bigint not null,
  kind text not null,
  subject text not null,
  family text not null,
  units bigint not null,
  -- The part of units that is a fee: above zero where it was taken, below where it came back.
  fee_units bigint not null,
  balance_units bigint not null,
  is_in boolean not null generated always as (units > 0) stored,
  has_fee boolean not null generated always as (fee_units <> 0) stored,
  -- In no order of time: of two indexes with one the planner takes the wrong one, and reads a whole account for a page.
  primary key (account_id, posting_id),
  constraint wallet_lines_family_check check (family in ('deposit', 'send_out', 'trade', 'conversion', 'spot', 'bond', 'correction', 'other'))
);
alter table wallet_lines add foreign key (account_id) references ledger_accounts(id);
create index wallet_lines_filtered on wallet_lines (account_id, family, is_in, has_fee, at, posting_id);
grant select on wallet_lines to parley_web, parley_worker;

-- The last line of each account.
create table wallet_folds (
  account_id bigint not null,
  posting_id bigint not null,
  at timestamptz not null,
  balance_units bigint not null,
  primary key (account_id)
) with (fillfactor = 70);
alter table wallet_folds add foreign key (account_id) references ledger_accounts(id);
grant select on wallet_folds to parley_web, parley_worker;

-- The posting up to which the worker has looked for accounts whose lines it has to copy.
create table wallet_fold_place (
  only_row boolean not null default true,
  posting_id bigint not null,
  primary key (only_row),
  constraint wallet_fold_place_only_row_check check (only_row)
);
insert into wallet_fold_place (posting_id) values (0);

-- products/providers

-- What a product with a provider behind it costs, for some seconds; the sums are those of the ledger. Taken by one order.
create table product_quotes (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  product text not null,
  provider text not null,
  country text not null,
  -- What the user gives, fee included.
  currency text not null,
  units bigint not null,
  fee_units bigint not null,
  -- What the provider is to deliver, in base units of its currency; what the user pays there for coins, of a purchase.
  got_currency text not null,
  got_units bigint not null,
  -- The most that the provider may charge the operator, or the least that it credits.
  cost_currency text not null,
  cost_units bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id),
  constraint product_quotes_hash_key unique (hash),
  constraint product_quotes_product_check check (product in ('top_up', 'card', 'on_ramp', 'off_ramp', 'store', 'lightning')),
  constraint product_quotes_provider_check check (provider ~ '^[a-z_]{2,30}$'),
  constraint product_quotes_country_check check (country ~ '^[A-Z]{2}$'),
  constraint product_quotes_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint product_quotes_units_check check (units > 0 and fee_units >= 0 and fee_units < units),
  constraint product_quotes_got_check check (got_currency ~ '^[A-Z]{3}$' and got_units > 0),
  constraint product_quotes_cost_check check (cost_currency = 'USD' and cost_units > 0),
  constraint product_quotes_expires_check check (expires_at > created_at)
);
alter table product_quotes add foreign key (user_id) references users(id);
grant select on product_quotes to parley_signer, parley_web, parley_worker;

-- One purchase at a provider. The row and the reserved sum are committed before the provider is called; the sum leaves the user's account
-- `ordered` on a definite answer only.
create table provider_orders (
  id bigint generated always as identity not null,
  hash text not null,
  -- Ours: every call about the order repeats it.
  external_ref uuid not null,
  quote_id bigint not null,
  user_id bigint not null,
  product text not null,
  provider text not null,
  country text not null,
  currency text not null,
  units bigint not null,
  status text not null default 'reserved',
  created_at timestamptz not null,
  submitted_at timestamptz,
  unknown_since timestamptz,
  -- When the provider is asked again.
  ask_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- What the provider said that it delivered and charged.
  delivered_units bigint,
  charged_units bigint,
  provider_ref text,
  -- Staff have to look at it, and why.
  case_at timestamptz,
  case_reason text,
  version int not null default 1,
  -- By how much it changed the operator's money at the provider.
  booked_units bigint not null default 0,
  -- The provider is asked although the order is held or over: a refund is under way, or a message came.
  is_watched boolean not null default false,
  primary key (id),
  constraint provider_orders_hash_key unique (hash),
  constraint provider_orders_external_ref_key unique (external_ref),
  constraint provider_orders_quote_id_key unique (quote_id),
  constraint provider_orders_status_check check (status in ('reserved', 'submitted', 'unknown', 'mismatch', 'settled', 'returned')),
  constraint provider_orders_submitted_check check (submitted_at is not null or status in ('reserved', 'returned')),
  constraint provider_orders_ended_check check ((status in ('settled', 'returned')) = (ended_at is not null) and (ended_at is null) = (end_reason is null)),
  constraint provider_orders_end_reason_check check (end_reason in ('delivered', 'statement', 'staff', 'refused', 'number', 'operator', 'stock', 'declined', 'expired', 'refunded', 'chosen', 'came_back')),
  constraint provider_orders_charged_check check ((status = 'settled') <= (charged_units is not null and charged_units >= 0)),
  constraint provider_orders_case_check check ((case_at is null) = (case_reason is null)
    and case_reason in ('unknown', 'mismatch', 'short', 'repeated', 'contradiction', 'amount', 'currency', 'name', 'late', 'came_back')),
  constraint provider_orders_units_check check (units > 0)
);
alter table provider_orders add foreign key (quote_id) references product_quotes(id);
alter table provider_orders add foreign key (user_id) references users(id);
create index provider_orders_of_user on provider_orders (user_id, id desc);
create index provider_orders_open on provider_orders (product, provider, ask_at) where status in ('reserved', 'submitted', 'unknown', 'mismatch');
create index provider_orders_watched on provider_orders (product, provider, ask_at) where is_watched;
create index provider_orders_by_day on provider_orders (product, provider, created_at);
create index provider_orders_with_case on provider_orders (case_at) where case_at is not null and ended_at is null;
create trigger provider_orders_count after insert on provider_orders for each row execute function count_order_use();
create trigger provider_orders_count_again after update of status on provider_orders for each row when ((new.status = 'returned') <> (old.status = 'returned')) execute function count_order_use();
grant select on provider_orders to parley_signer, parley_web, parley_worker;

-- Each call about an order: a retry repeats the body of the first submission.
create table provider_attempts (
  order_id bigint not null,
  n int not null,
  verb text not null,
  digest bytea,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  http_status int,
  fault text,
  took_ms int,
  primary key (order_id, n),
  constraint provider_attempts_verb_check check (verb in ('submit', 'ask', 'refund')),
  constraint provider_attempts_outcome_check check ((outcome is null) = (ended_at is null)
    and outcome in ('succeeded', 'failed', 'pending', 'not_found', 'unknown', 'unsure', 'refunded', 'came_back')),
  constraint provider_attempts_digest_check check (length(digest) = 32),
  constraint provider_attempts_fault_check check (char_length(fault) <= 200)
);
alter table provider_attempts add foreign key (order_id) references provider_orders(id);
create unique index provider_attempts_succeeded on provider_attempts (order_id) where outcome = 'succeeded';
grant select on provider_attempts to parley_web, parley_worker;

-- The inbox of callbacks: as the bytes came, sealed. The web process only adds to it; a worker verifies them, and what they say makes it ask.
create table provider_messages (
  id bigint generated always as identity not null,
  provider text not null,
  -- Of the raw bytes and what they are signed with.
  digest bytea not null,
  sealed bytea not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  -- The provider's own id of it, once the signature was right.
  message_id text,
  outcome text,
  primary key (id),
  constraint provider_messages_digest_key unique (provider, digest),
  constraint provider_messages_message_id_key unique (provider, message_id),
  constraint provider_messages_digest_check check (length(digest) = 32),
  constraint provider_messages_sealed_check check (length(sealed) <= 100000),
  constraint provider_messages_outcome_check check ((outcome is null) = (handled_at is null)
    and outcome in ('asked', 'repeated', 'unsigned', 'unreadable', 'nobody'))
);
create index provider_messages_waiting on provider_messages (provider, id) where handled_at is null;
create index provider_messages_old on provider_messages (received_at);
grant select on provider_messages to parley_worker;

-- The provider's own account of a day. One that does not continue the day before is not accepted, and is read again.
create table provider_statements (
  id bigint generated always as identity not null,
  provider text not null,
  day date not null,
  currency text not null,
  opening_units bigint not null,
  closing_units bigint not null,
  digest bytea not null,
  is_accepted boolean not null,
  imported_at timestamptz not null,
  product text not null,
  primary key (id),
  constraint provider_statements_day_key unique (provider, currency, day),
  constraint provider_statements_currency_check check (currency ~ '^[A-Z]{3}$')
);
grant select on provider_statements to parley_web, parley_worker;

create table provider_statement_lines (
  statement_id bigint not null,
  n int not null,
  kind text not null,
  -- Our reference of an order, or the provider's words.
  reference text not null,
  -- Above zero where the balance at the provider grew.
  units bigint not null,
  at timestamptz not null,
  order_id bigint,
  primary key (statement_id, n),
  constraint provider_statement_lines_kind_check check (kind in ('order', 'return', 'deposit', 'other')),
  constraint provider_statement_lines_reference_check check (char_length(reference) <= 200),
  constraint provider_statement_lines_units_check check (units <> 0 and (kind <> 'deposit' or units > 0))
);
alter table provider_statement_lines add foreign key (statement_id) references provider_statements(id);
alter table provider_statement_lines add foreign key (order_id) references provider_orders(id);
create unique index provider_statement_lines_of_order on provider_statement_lines (order_id, kind) where order_id is not null;
grant select on provider_statement_lines to parley_web, parley_worker;

-- How calls to a provider went of late, by product and country. A circuit that opened takes no new orders for a while.
create table provider_health (
  provider text not null,
  product text not null,
  country text not null,
  failures_in_row int not null default 0,
  -- The newest calls, in milliseconds.
  took_ms int[] not null default '{}',
  tries bigint not null default 0,
  failures bigint not null default 0,
  paused_until timestamptz,
  why text,
  changed_at timestamptz not null,
  primary key (provider, product, country),
  constraint provider_health_why_check check (why in ('failures', 'slow', 'repeated') and (why is null) = (paused_until is null))
);
grant select on provider_health to parley_web, parley_worker;

insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values
  ('user', 'ordered', false, false),
  ('house', 'fees_store', false, false),
  ('outside', 'telco', true, true);
insert into halt_names (name, when_broken) values ('top_up', false);

-- products/top-ups

-- The operators of telephones that a provider can reach, and what it sells for each, as it says.
create table top_up_operators (
  id bigint generated always as identity not null,
  provider text not null,
  -- The provider's id of it.
  code text not null,
  country text not null,
  name text not null,
  is_active boolean not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint top_up_operators_code_key unique (provider, code),
  constraint top_up_operators_country_check check (country ~ '^[A-Z]{2}$'),
  constraint top_up_operators_name_check check (char_length(name) between 1 and 80)
);
create index top_up_operators_of_country on top_up_operators (provider, country) where is_active;
grant select on top_up_operators to parley_signer, parley_web, parley_worker;

create table top_up_products (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  -- The provider's id of it.
  code text not null,
  local_currency text not null,
  -- Of a range: the most of it.
  local_units bigint not null,
  -- The most that the provider charges for it; for less of a range, its part.
  cost_cents bigint not null,
  -- What it is, in the provider's words, where it says more than the sum.
  note text,
  is_active boolean not null,
  updated_at timestamptz not null,
  -- The least of a range; null of a fixed sum.
  least_units bigint,
  -- It is delivered as a code, which the user types into the phone.
  is_pin boolean not null default false,
  primary key (id),
  constraint top_up_products_code_key unique (operator_id, code),
  constraint top_up_products_currency_check check (local_currency ~ '^[A-Z]{3}$'),
  constraint top_up_products_units_check check (local_units > 0 and cost_cents > 0),
  constraint top_up_products_range_check check (least_units between 1 and local_units - 1 and not is_pin or least_units is null),
  constraint top_up_products_note_check check (char_length(note) <= 200)
);
alter table top_up_products add foreign key (operator_id) references top_up_operators(id);
grant select on top_up_products to parley_signer, parley_web, parley_worker;

-- Numbers whose operator a user wants to know: a worker asks the provider.
create table top_up_lookups (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  provider text not null,
  country text not null,
  phone_sealed bytea not null,
  phone_index bytea not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  -- Null where the provider does not know it.
  operator_id bigint,
  primary key (id),
  constraint top_up_lookups_hash_key unique (hash),
  constraint top_up_lookups_country_check check (country ~ '^[A-Z]{2}$'),
  constraint top_up_lookups_answered_check check (operator_id is null or answered_at is not null)
);
alter table top_up_lookups add foreign key (user_id) references users(id);
alter table top_up_lookups add foreign key (operator_id) references top_up_operators(id);
create index top_up_lookups_waiting on top_up_lookups (provider, id) where answered_at is null;
create index top_up_lookups_old on top_up_lookups (asked_at);
create index top_up_lookups_of_user on top_up_lookups (user_id, asked_at);
grant select, insert on top_up_lookups to parley_web;
grant select on top_up_lookups to parley_worker;
grant update (answered_at, operator_id) on top_up_lookups to parley_worker;

-- The same top-up for a number each month. The user is asked first: nothing is paid without a yes and a proof.
create table top_up_rules (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  product_id bigint not null,
  -- Of a range; null of a fixed sum.
  units bigint,
  phone_sealed bytea not null,
  phone_index bytea not null,
  currency text not null,
  -- In cents of a dollar, fee included: what costs more is not sold by this rule.
  most_cents bigint not null,
  day int not null,
  next_at timestamptz not null,
  status text not null default 'active',
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint top_up_rules_hash_key unique (hash),
  constraint top_up_rules_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint top_up_rules_sums_check check (units > 0 and most_cents > 0),
  constraint top_up_rules_day_check check (day between 1 and 28),
  constraint top_up_rules_status_check check (status in ('active', 'paused', 'ended') and (status = 'ended') = (ended_at is not null))
);
alter table top_up_rules add foreign key (user_id) references users(id);
alter table top_up_rules add foreign key (product_id) references top_up_products(id);
create index top_up_rules_of_user on top_up_rules (user_id, id desc);
create index top_up_rules_by_time on top_up_rules (next_at) where status = 'active';
grant select on top_up_rules to parley_web, parley_worker;

-- What a rule asked its user about: once a month. A month that nobody was asked about, or answered for, is not made up for.
create table top_up_asks (
  id bigint generated always as identity not null,
  hash text not null,
  rule_id bigint not null,
  user_id bigint not null,
  -- Its first day.
  month date not null,
  status text not null default 'waiting',
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint top_up_asks_hash_key unique (hash),
  constraint top_up_asks_month_key unique (rule_id, month),
  constraint top_up_asks_status_check check (status in ('waiting', 'paid', 'skipped', 'missed') and (status = 'waiting') = (ended_at is null))
);
alter table top_up_asks add foreign key (rule_id) references top_up_rules(id);
alter table top_up_asks add foreign key (user_id) references users(id);
create index top_up_asks_of_user on top_up_asks (user_id);
create index top_up_asks_waiting on top_up_asks (expires_at) where status = 'waiting';
grant select on top_up_asks to parley_web, parley_worker;

-- What a quote of a top-up is for: the number, sealed, and what goes to it.
create table top_ups (
  quote_id bigint not null,
  user_id bigint not null,
  operator_id bigint not null,
  product_id bigint not null,
  phone_sealed bytea not null,
  phone_index bytea not null,
  -- The question of a rule that it answers.
  ask_id bigint,
  primary key (quote_id)
);
alter table top_ups add foreign key (ask_id) references top_up_asks(id);
create index top_ups_of_ask on top_ups (ask_id) where ask_id is not null;
alter table top_ups add foreign key (quote_id) references product_quotes(id) on delete cascade;
alter table top_ups add foreign key (user_id) references users(id);
alter table top_ups add foreign key (operator_id) references top_up_operators(id);
alter table top_ups add foreign key (product_id) references top_up_products(id);
create index top_ups_of_number on top_ups (phone_index);
create index top_ups_of_user on top_ups (user_id);
grant select on top_ups to parley_signer, parley_web, parley_worker;

-- Codes that were delivered, sealed. The mark is that of the vault of gift cards: a code is sold here once.
create table top_up_pins (
  quote_id bigint not null,
  user_id bigint not null,
  -- Null once its owner's account has closed.
  code_sealed bytea,
  serial_sealed bytea,
  mark bytea not null,
  delivered_at timestamptz not null,
  -- Its owner looked at it: it counts as used from then on.
  first_seen_at timestamptz,
  primary key (quote_id),
  constraint top_up_pins_mark_key unique (mark),
  constraint top_up_pins_mark_check check (octet_length(mark) = 32)
);
alter table top_up_pins add foreign key (quote_id) references top_ups(quote_id);
alter table top_up_pins add foreign key (user_id) references users(id);
create index top_up_pins_of_user on top_up_pins (user_id);
grant select (quote_id, user_id, delivered_at, first_seen_at) on top_up_pins to parley_web, parley_worker;

-- The books of the demo's own telephone company, which is another party: by our reference, each top-up once.
create table house_telco_top_ups (
  reference uuid not null,
  operator text not null,
  currency text not null,
  units bigint not null,
  delivered_units bigint not null,
  cost_cents bigint not null,
  state text not null,
  reason text,
  at timestamptz not null,
  primary key (reference),
  constraint house_telco_top_ups_state_check check (state in ('pending', 'succeeded', 'failed'))
);
create index house_telco_top_ups_by_day on house_telco_top_ups (at);
grant select, insert on house_telco_top_ups to parley_worker;
grant select on house_telco_top_ups to parley_web;

-- Codes of that company: each tops a phone up once.
create table house_telco_pins (
  reference uuid not null,
  code_sealed bytea not null,
  mark bytea not null,
  redeemed_at timestamptz,
  primary key (reference),
  constraint house_telco_pins_mark_key unique (mark)
);
alter table house_telco_pins add foreign key (reference) references house_telco_top_ups(reference);
grant select on house_telco_pins to parley_worker;
grant insert (reference, code_sealed, mark) on house_telco_pins to parley_worker;
grant select (reference, redeemed_at) on house_telco_pins to parley_web;

-- products/cards

-- Virtual cards. One account in dollars a user, at the issuer; the balance is in the ledger (user:<id>:USD:card and card_held).
create table card_accounts (
  user_id bigint not null,
  opened_at timestamptz not null,
  primary key (user_id)
);
alter table card_accounts add foreign key (user_id) references users(id);
grant select on card_accounts to parley_web, parley_worker;

create table cards (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  label text not null,
  status text not null default 'active',
  -- Null until the issuer has made it.
  last4 text,
  -- Null where the issuer has the number, and from the end on; then the mark is that of the public id.
  number_sealed bytea,
  number_index bytea not null,
  -- The last day on which it pays.
  expires_on date not null,
  -- In cents; null is no limit of one's own.
  payment_limit bigint,
  day_limit bigint,
  month_limit bigint,
  -- Kinds of merchants that it does not pay.
  closed_groups text[] not null default '{}',
  is_single_use boolean not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  issuer text not null,
  -- The issuer's id of it, where the issuer has the number.
  issuer_ref text,
  -- Grows with each change; this one was sent to the issuer.
  version int not null default 1,
  sent_version int not null,
  send_at timestamptz not null,
  -- How often it was tried since, and why it failed.
  tries int not null default 0,
  fault text,
  -- The issuer would not make it.
  is_refused boolean not null default false,
  -- Its user is asked about online payments at merchants that it has not paid, and above a sum.
  asks_online boolean not null default true,
  primary key (id),
  constraint cards_hash_key unique (hash),
  constraint cards_number_index_key unique (number_index),
  constraint cards_label_said check (is_said(label) and char_length(label) <= 40),
  constraint cards_status_check check (status in ('active', 'frozen', 'terminated')),
  constraint cards_last4_check check (last4 ~ '^[0-9]{4}$'),
  constraint cards_number_index_check check (length(number_index) = 32),
  constraint cards_number_sealed_check check (length(number_sealed) <= 200 and (number_sealed is null) <= (status = 'terminated' or issuer <> 'house_issuer')),
  constraint cards_issuer_check check (issuer ~ '^[a-z_]{2,30}$'),
  constraint cards_issuer_ref_key unique (issuer_ref),
  constraint cards_issuer_ref_check check (issuer_ref ~ '^[A-Za-z0-9_]{3,64}$' and (last4 is null) = (issuer_ref is null and issuer <> 'house_issuer')),
  constraint cards_sent_check check (sent_version between 0 and version and tries >= 0 and char_length(fault) <= 200),
  constraint cards_refused_check check (is_refused <= (status = 'terminated')),
  constraint cards_limits_check check (payment_limit > 0 and day_limit > 0 and month_limit > 0),
  constraint cards_closed_groups_check check (closed_groups <@ array['gambling', 'fuel', 'travel', 'cash', 'digital']),
  constraint cards_ended_check check ((status = 'terminated') = (ended_at is not null))
);
alter table cards add foreign key (user_id) references card_accounts(user_id);
create index cards_of_user on cards (user_id, id desc);
create index cards_unsent on cards (issuer, send_at) where sent_version < version;
grant select on cards to parley_web, parley_worker;

-- Users as an issuer knows them that has their name, birth date and address from us. The row is there before the issuer is asked.
create table card_holders (
  user_id bigint not null,
  issuer text not null,
  -- JSON of the address that the user gave; empty once the account is closed.
  address_sealed bytea not null,
  given_at timestamptz not null,
  issuer_ref text,
  primary key (user_id, issuer),
  constraint card_holders_issuer_ref_key unique (issuer_ref),
  constraint card_holders_issuer_ref_check check (issuer_ref ~ '^[A-Za-z0-9_]{3,64}$'),
  constraint card_holders_address_check check (length(address_sealed) <= 2000)
);
alter table card_holders add foreign key (user_id) references card_accounts(user_id);
grant select on card_holders to parley_web, parley_worker;

-- A merchant's question for money, and what came of it. What is held is what was approved less what was captured and given back, until the
-- hold ends; it is the same whatever the order in which the messages arrive.
create table card_authorizations (
  id bigint generated always as identity not null,
  -- The issuer's.
  external_id text not null,
  card_id bigint not null,
  user_id bigint not null,
  -- unseen: a capture or a reversal came before the question.
  status text not null,
  decline_code text,
  merchant text,
  merchant_group text,
  country text,
  -- As the merchant asked.
  currency text,
  amount_units bigint,
  -- In cents.
  usd_units bigint not null default 0,
  captured_units bigint not null default 0,
  reversed_units bigint not null default 0,
  held_units bigint not null default 0,
  -- No capture follows: nothing is held any more.
  is_final boolean not null default false,
  at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint card_authorizations_external_id_key unique (external_id),
  constraint card_authorizations_external_id_check check (external_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  constraint card_authorizations_status_check check (status in ('unseen', 'approved', 'declined', 'reversed', 'expired', 'closed')),
  constraint card_authorizations_decline_check check ((status = 'declined') = (decline_code is not null) and decline_code in (
    'program_over', 'frozen', 'terminated', 'expired', 'halted', 'restricted', 'payment_limit', 'day_limit', 'month_limit', 'merchant', 'used',
    'insufficient', 'rate', 'approval', 'not_approved', 'not_answered')),
  constraint card_authorizations_group_check check (merchant_group in ('shop', 'digital', 'food', 'travel', 'fuel', 'cash', 'gambling')),
  constraint card_authorizations_units_check check (usd_units >= 0 and captured_units >= 0 and reversed_units >= 0 and held_units >= 0
    and held_units <= usd_units and (held_units = 0 or status = 'approved'))
);
alter table card_authorizations add foreign key (card_id) references cards(id);
alter table card_authorizations add foreign key (user_id) references users(id);
create index card_authorizations_of_card on card_authorizations (card_id, at);
create index card_authorizations_of_user on card_authorizations (user_id, id desc);
create index card_authorizations_open on card_authorizations (expires_at) where status = 'approved';
create index card_authorizations_held on card_authorizations (user_id) where held_units > 0;
grant select on card_authorizations to parley_web, parley_worker;

-- Online payments that users are asked about. A merchant that waits is answered when the user answers; another one asks again, and an approved
-- payment is good for that once.
create table card_approvals (
  id bigint generated always as identity not null,
  hash text not null,
  card_id bigint not null,
  user_id bigint not null,
  -- As decide_card_authorizations got it, with the issuer's id.
  question jsonb not null,
  usd_units bigint not null,
  is_waited boolean not null,
  -- used: a payment was made with it. lapsed: nobody answered in time.
  status text not null default 'waiting',
  asked_at timestamptz not null,
  -- Of one that waits: the end of the time to answer. Of an approved one: until when the merchant may ask again.
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (id),
  constraint card_approvals_hash_key unique (hash),
  constraint card_approvals_status_check check (status in ('waiting', 'approved', 'declined', 'lapsed', 'used')),
  constraint card_approvals_answered_check check ((status = 'waiting') = (answered_at is null)),
  constraint card_approvals_usd_check check (usd_units > 0)
);
alter table card_approvals add foreign key (card_id) references cards(id);
alter table card_approvals add foreign key (user_id) references users(id);
create unique index card_approvals_question on card_approvals ((question ->> 'id'));
create index card_approvals_of_card on card_approvals (card_id, id desc);
create index card_approvals_of_user on card_approvals (user_id, id);
create index card_approvals_waiting on card_approvals (expires_at) where status = 'waiting';
create index card_approvals_old on card_approvals (asked_at);
grant select on card_approvals to parley_web, parley_worker;

-- What the issuer booked: each of its ids has one effect.
create table card_entries (
  id bigint generated always as identity not null,
  external_id text not null,
  authorization_id bigint,
  card_id bigint not null,
  user_id bigint not null,
  kind text not null,
  merchant text,
  usd_units bigint not null,
  -- What neither the hold nor the balance covered: the user owes it.
  debt_units bigint not null default 0,
  at timestamptz not null,
  -- Of a refund: what was taken before, where the issuer names it.
  refunds_id bigint,
  primary key (id),
  constraint card_entries_external_id_key unique (external_id),
  constraint card_entries_external_id_check check (external_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  constraint card_entries_kind_check check (kind in (
    'capture', 'reversal', 'refund', 'force_post', 'dispute_credit', 'dispute_won', 'dispute_lost')),
  constraint card_entries_authorization_check check ((kind in ('capture', 'reversal')) = (authorization_id is not null)),
  constraint card_entries_units_check check (usd_units > 0 and debt_units >= 0 and case
    when kind in ('capture', 'force_post') then debt_units <= usd_units
    when kind in ('dispute_won', 'dispute_lost') then true
    else debt_units = 0 end),
  constraint card_entries_refunds_check check (refunds_id is null or kind = 'refund')
);
alter table card_entries add foreign key (authorization_id) references card_authorizations(id);
alter table card_entries add foreign key (card_id) references cards(id);
alter table card_entries add foreign key (user_id) references users(id);
alter table card_entries add foreign key (refunds_id) references card_entries(id);
create index card_entries_of_card on card_entries (card_id);
create index card_entries_of_user on card_entries (user_id, id desc);
create index card_entries_of_authorization on card_entries (authorization_id) where authorization_id is not null;
create index card_entries_refunding on card_entries (refunds_id) where refunds_id is not null;
grant select on card_entries to parley_web, parley_worker;

-- What users dispute of what merchants took, each once. The issuer answers.
create table card_disputes (
  id bigint generated always as identity not null,
  hash text not null,
  entry_id bigint not null,
  card_id bigint not null,
  user_id bigint not null,
  reason text not null,
  -- In the user's words; null once the account is closed.
  evidence text,
  -- provisional: the issuer credited for now. refunded: the merchant gave all of it back.
  status text not null default 'opened',
  -- In cents: what is disputed, and what the issuer credited and has not taken back.
  usd_units bigint not null,
  credited_units bigint not null default 0,
  opened_at timestamptz not null,
  ended_at timestamptz,
  -- Of an issuer that has the card: its id of the dispute, when it is to be sent, and what was wrong with that.
  issuer_ref text,
  send_at timestamptz,
  tries integer not null default 0,
  fault text,
  primary key (id),
  constraint card_disputes_hash_key unique (hash),
  constraint card_disputes_entry_key unique (entry_id),
  constraint card_disputes_issuer_key unique (issuer_ref),
  constraint card_disputes_fault_said check (is_said(fault) and char_length(fault) <= 200),
  constraint card_disputes_reason_check check (reason in ('fraud', 'not_received', 'not_as_described', 'duplicate', 'canceled', 'wrong_sum')),
  constraint card_disputes_evidence_said check (is_said(evidence) and char_length(evidence) <= 2000),
  constraint card_disputes_status_check check (status in ('opened', 'provisional', 'won', 'lost', 'refunded')
    and (status in ('opened', 'provisional')) = (ended_at is null)),
  constraint card_disputes_units_check check (usd_units > 0 and credited_units between 0 and usd_units
    and (credited_units = 0 or status in ('provisional', 'won')))
);
alter table card_disputes add foreign key (entry_id) references card_entries(id);
alter table card_disputes add foreign key (card_id) references cards(id);
alter table card_disputes add foreign key (user_id) references users(id);
create index card_disputes_of_card on card_disputes (card_id);
create index card_disputes_to_send on card_disputes (send_at) where send_at is not null;
create index card_disputes_of_user on card_disputes (user_id, id desc);
create index card_disputes_open on card_disputes (id) where ended_at is null;
grant select on card_disputes to parley_web, parley_worker;

-- An issuer's program that two administrators ended for good: every balance goes back to its owner.
create table card_program_ends (
  issuer text not null,
  at timestamptz not null,
  primary key (issuer),
  constraint card_program_ends_issuer_check check (issuer ~ '^[a-z_]{2,30}$')
);
grant select on card_program_ends to parley_signer, parley_web, parley_worker;

-- What a user owes the operator of captures that nothing covered, and what came back of it.
create table card_debts (
  user_id bigint not null,
  units bigint not null,
  repaid_units bigint not null default 0,
  changed_at timestamptz not null,
  primary key (user_id),
  constraint card_debts_units_check check (units > 0 and repaid_units between 0 and units)
);
alter table card_debts add foreign key (user_id) references users(id);
grant select on card_debts to parley_web, parley_worker;

create table card_top_ups (
  quote_id bigint not null,
  user_id bigint not null,
  created_at timestamptz not null,
  primary key (quote_id)
);
alter table card_top_ups add foreign key (quote_id) references product_quotes(id);
alter table card_top_ups add foreign key (user_id) references users(id);
create index card_top_ups_of_user on card_top_ups (user_id, quote_id desc);
grant select on card_top_ups to parley_signer, parley_web, parley_worker;

create table card_withdrawals (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  usd_units bigint not null,
  currency text not null,
  units bigint not null,
  at timestamptz not null,
  primary key (id),
  constraint card_withdrawals_hash_key unique (hash),
  constraint card_withdrawals_units_check check (usd_units > 0 and units > 0)
);
alter table card_withdrawals add foreign key (user_id) references users(id);
create index card_withdrawals_of_user on card_withdrawals (user_id, id desc);
grant select on card_withdrawals to parley_web, parley_worker;

-- The issuer's messages as they came, in the order of their arrival. The web process adds to them; a worker verifies and books them.
create table card_messages (
  id bigint generated always as identity not null,
  digest bytea not null,
  body text not null,
  signature text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  -- What a worker read in it.
  entry_id text,
  entry_kind text,
  entry_units bigint,
  primary key (id),
  constraint card_messages_digest_key unique (digest),
  constraint card_messages_digest_check check (length(digest) = 32),
  constraint card_messages_body_check check (char_length(body) <= 4000 and char_length(signature) <= 200),
  constraint card_messages_outcome_check check ((outcome is null) = (handled_at is null)
    and outcome in ('booked', 'repeated', 'unsigned', 'unreadable', 'unknown', 'excess', 'over'))
);
create index card_messages_waiting on card_messages (id) where handled_at is null;
create index card_messages_old on card_messages (received_at);
create index card_messages_unbooked on card_messages (id) where outcome not in ('booked', 'repeated');
grant select on card_messages to parley_worker;
grant select (id, received_at, handled_at, outcome, entry_id, entry_kind, entry_units) on card_messages to parley_web;

-- The issuer's statement of a day: what it booked by then and had not named before, matched by its ids.
create table card_statements (
  id bigint generated always as identity not null,
  issuer text not null,
  day date not null,
  imported_at timestamptz not null,
  primary key (id),
  constraint card_statements_day_key unique (issuer, day),
  constraint card_statements_issuer_check check (issuer ~ '^[a-z_]{2,30}$')
);
grant select on card_statements to parley_web, parley_worker;

create table card_statement_lines (
  statement_id bigint not null,
  n int not null,
  entry_id text not null,
  kind text not null,
  units bigint not null,
  primary key (statement_id, n),
  constraint card_statement_lines_entry_check check (entry_id ~ '^[A-Za-z0-9_-]{8,64}$')
);
alter table card_statement_lines add foreign key (statement_id) references card_statements(id);
create index card_statement_lines_of_entry on card_statement_lines (entry_id);
grant select on card_statement_lines to parley_web, parley_worker;

insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values
  ('user', 'card', false, true),
  ('user', 'card_held', false, true),
  ('house', 'fees_card', false, false),
  ('outside', 'issuer', true, true);
insert into halt_names (name, when_broken) values ('card_top_up', true), ('card_payments', false);

-- products/hedging

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

-- products/ramps

-- Ways between the money of a country and coins that a provider has: by bank transfer or mobile money, in one direction.
create table ramp_corridors (
  id bigint generated always as identity not null,
  provider text not null,
  -- The provider's id of it.
  code text not null,
  direction text not null,
  country text not null,
  currency text not null,
  rail text not null,
  -- Banks or wallets that it reaches, each with the provider's code and name; empty where it reaches all of the country.
  networks jsonb not null,
  least_units bigint not null,
  most_units bigint not null,
  -- What the provider keeps of an order, in its currency.
  fee_bp int not null,
  fee_units bigint not null,
  -- The provider's price of a dollar.
  per_usd numeric not null,
  -- Minutes of the day, UTC, between which it takes orders; null for all day.
  opens_at int,
  closes_at int,
  -- How long it usually takes.
  minutes int not null,
  is_active boolean not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint ramp_corridors_code_key unique (provider, direction, code),
  constraint ramp_corridors_direction_check check (direction in ('buy', 'sell')),
  constraint ramp_corridors_country_check check (country ~ '^[A-Z]{2}$'),
  constraint ramp_corridors_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint ramp_corridors_rail_check check (rail in ('bank', 'mobile_money')),
  constraint ramp_corridors_networks_check check (jsonb_typeof(networks) = 'array'),
  constraint ramp_corridors_units_check check (least_units > 0 and most_units >= least_units),
  constraint ramp_corridors_fee_check check (fee_bp between 0 and 2000 and fee_units >= 0),
  constraint ramp_corridors_per_usd_check check (per_usd > 0),
  constraint ramp_corridors_hours_check check ((opens_at is null) = (closes_at is null) and opens_at between 0 and 1439 and closes_at between 1 and 1440
    and opens_at < closes_at),
  constraint ramp_corridors_minutes_check check (minutes between 0 and 14400)
);
grant select on ramp_corridors to parley_web, parley_worker;

-- What a quote of a ramp is for, and the money that came for it.
create table ramp_orders (
  quote_id bigint not null,
  user_id bigint not null,
  corridor_id bigint not null,
  -- Of a purchase by bank transfer: what the user writes into it.
  reference text,
  -- The user's wallet that pays a purchase, or the account that a sale is paid to, as its owner sees it.
  party_sealed bytea not null,
  -- Of a sale: the payment account, as it was then.
  account text,
  account_at timestamptz,
  -- Of a purchase: where to pay, by the provider.
  instructions_sealed bytea,
  -- Until then the price holds for money that comes.
  window_until timestamptz,
  -- The promised coins are the operator's again.
  released_at timestamptz,
  cancelled_at timestamptz,
  received_at timestamptz,
  received_currency text,
  -- The name of who paid, and how it compares with the user's.
  payer_sealed bytea,
  payer_match text,
  held_for text,
  refund_at timestamptz,
  -- Coins that were given, with the fee.
  given_units bigint,
  -- Of a sale: in cents, what the payee's bank sent back after all.
  back_units bigint,
  primary key (quote_id),
  constraint ramp_orders_reference_key unique (reference),
  constraint ramp_orders_reference_check check (reference ~ '^PAR-[A-Z0-9]{6}$'),
  constraint ramp_orders_account_check check ((account is null) = (account_at is null)),
  constraint ramp_orders_payer_check check ((payer_match is null) = (received_at is null) and payer_match in ('same', 'close', 'other', 'unknown')),
  constraint ramp_orders_held_check check ((held_for is null or received_at is not null) and held_for in ('amount', 'currency', 'name', 'late')),
  constraint ramp_orders_given_check check (given_units > 0),
  constraint ramp_orders_back_check check (back_units > 0)
);
alter table ramp_orders add foreign key (quote_id) references product_quotes(id) on delete cascade;
alter table ramp_orders add foreign key (user_id) references users(id);
alter table ramp_orders add foreign key (corridor_id) references ramp_corridors(id);
create index ramp_orders_of_user on ramp_orders (user_id);
create index ramp_orders_of_account on ramp_orders (account) where account is not null;
grant select on ramp_orders to parley_signer, parley_web, parley_worker;

-- The books of the demo's own bank, which is another party: by our reference, each order once.
create table house_bank_orders (
  reference uuid not null,
  direction text not null,
  rail text not null,
  currency text not null,
  units bigint not null,
  cents bigint not null,
  -- Of money that is to come: the words of the transfer, the account at the bank, or the wallet that is asked.
  words text,
  account text not null,
  -- Of a payout.
  payee text,
  state text not null,
  -- What came, from whom, and when by the bank's books.
  paid_units bigint,
  paid_cents bigint,
  paid_name text,
  paid_at timestamptz,
  reason text,
  created_at timestamptz not null,
  primary key (reference),
  constraint house_bank_orders_words_key unique (words),
  constraint house_bank_orders_direction_check check (direction in ('buy', 'sell')),
  constraint house_bank_orders_rail_check check (rail in ('bank', 'mobile_money')),
  constraint house_bank_orders_state_check check (state in ('waiting', 'paid', 'failed', 'refunded', 'came_back')),
  constraint house_bank_orders_paid_check check ((paid_at is null) = (paid_units is null) and (paid_at is null) = (paid_cents is null))
);
grant select on house_bank_orders to parley_web, parley_worker;
grant insert on house_bank_orders to parley_worker;
grant update (state, reason) on house_bank_orders to parley_worker;

-- What moved the market's dollars at the demo's bank, in order.
create table house_bank_lines (
  id bigint generated always as identity not null,
  kind text not null,
  reference text not null,
  cents bigint not null,
  at timestamptz not null,
  primary key (id),
  constraint house_bank_lines_kind_check check (kind in ('order', 'return', 'other')),
  constraint house_bank_lines_reference_check check (char_length(reference) between 1 and 80),
  constraint house_bank_lines_cents_check check (cents <> 0)
);
create index house_bank_lines_by_day on house_bank_lines (at);
grant select, insert on house_bank_lines to parley_worker;

insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values
  ('house', 'promised', false, false),
  ('house', 'fees_ramp', false, false),
  ('house', 'refunds', false, true),
  ('outside', 'bank', true, true),
  ('outside', 'mobile_money', true, true);
insert into halt_names (name, when_broken) values ('on_ramp', false), ('off_ramp', false);

-- products/lightning

insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values
  ('user', 'lightning', false, false), ('house', 'fees_lightning', false, false), ('outside', 'lightning', true, false);
insert into halt_names (name, when_broken) values ('lightning_out', true), ('lightning_in', false);

-- Invoices of users. The web asks; the Lightning process has the node make them.
create table ln_invoices (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  -- 0: the payer says how much.
  msat bigint not null,
  memo text not null,
  -- Of one that was asked for at the user's Lightning Address: of what the payer was shown instead of a note.
  description_hash text,
  status text not null default 'asked',
  -- Of the node: null until it has made the invoice.
  payment_hash text,
  bolt11 text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- What came from outside or from another user.
  paid_msat bigint,
  settled_at timestamptz,
  primary key (id),
  constraint ln_invoices_hash_key unique (hash),
  constraint ln_invoices_payment_hash_key unique (payment_hash),
  constraint ln_invoices_msat_check check (msat >= 0 and msat % 1000 = 0),
  constraint ln_invoices_memo_check check (char_length(memo) <= 140),
  constraint ln_invoices_status_check check (status in ('asked', 'open', 'settled', 'paid_inside', 'expired')),
  constraint ln_invoices_made_check check ((payment_hash is null) = (bolt11 is null) and (status in ('asked', 'expired') or payment_hash is not null)),
  constraint ln_invoices_description_hash_check check (description_hash ~ '^[0-9a-f]{64}$'),
  constraint ln_invoices_payment_hash_check check (payment_hash ~ '^[0-9a-f]{64}$'),
  constraint ln_invoices_settled_check check ((settled_at is null) = (paid_msat is null) and (status in ('settled', 'paid_inside')) = (settled_at is not null)),
  constraint ln_invoices_expires_check check (expires_at > created_at)
);
alter table ln_invoices add foreign key (user_id) references users(id);
create index ln_invoices_of_user on ln_invoices (user_id, id desc);
create index ln_invoices_waiting on ln_invoices (id) where status = 'asked';
create index ln_invoices_settled on ln_invoices (settled_at) where status = 'settled';
create index ln_invoices_open on ln_invoices (expires_at) where status = 'open';
grant select on ln_invoices to parley_web, parley_worker, parley_lightning;

-- What an invoice of others costs to pay, beside the quote that is proved.
create table ln_quotes (
  quote_id bigint not null,
  payment_hash text not null,
  bolt11 text not null,
  msat bigint not null,
  -- The most that the way to the payee may cost.
  network_units bigint not null,
  payee text not null,
  memo text not null,
  -- By which it can be paid.
  expires_at timestamptz not null,
  primary key (quote_id),
  constraint ln_quotes_payment_hash_check check (payment_hash ~ '^[0-9a-f]{64}$'),
  constraint ln_quotes_msat_check check (msat > 0),
  constraint ln_quotes_network_units_check check (network_units >= 0),
  constraint ln_quotes_texts_check check (char_length(memo) <= 640 and char_length(bolt11) <= 4000 and payee ~ '^[0-9a-f]{66}$')
);
alter table ln_quotes add foreign key (quote_id) references product_quotes(id) on delete cascade;
grant select on ln_quotes to parley_web, parley_worker, parley_lightning;

-- Payments that users proved. One that is in flight stays so until the node says its definite end.
create table ln_payments (
  quote_id bigint not null,
  user_id bigint not null,
  payment_hash text not null,
  status text not null,
  created_at timestamptz not null,
  submitted_at timestamptz,
  ended_at timestamptz,
  -- Of a settled one: what the way cost, and the payee's receipt.
  network_units bigint,
  preimage text,
  failure text,
  primary key (quote_id),
  constraint ln_payments_payment_hash_check check (payment_hash ~ '^[0-9a-f]{64}$'),
  constraint ln_payments_status_check check (status in ('reserved', 'in_flight', 'settled', 'inside', 'failed')),
  constraint ln_payments_ended_check check ((status in ('settled', 'inside', 'failed')) = (ended_at is not null)),
  constraint ln_payments_settled_check check ((status = 'settled') = (preimage is not null) and (status = 'settled') = (network_units is not null)
    and network_units >= 0),
  constraint ln_payments_preimage_check check (encode(sha256(decode(preimage, 'hex')), 'hex') = payment_hash),
  constraint ln_payments_failure_check check ((status = 'failed') = (failure is not null) and failure in ('no_route', 'timeout', 'rejected', 'expired', 'other', 'other_invoice'))
);
alter table ln_payments add foreign key (quote_id) references ln_quotes(quote_id);
alter table ln_payments add foreign key (user_id) references users(id);
create unique index ln_payments_once on ln_payments (payment_hash) where status <> 'failed';
create index ln_payments_of_user on ln_payments (user_id, quote_id desc);
create index ln_payments_open on ln_payments (created_at) where status in ('reserved', 'in_flight');
grant select on ln_payments to parley_web, parley_worker, parley_lightning;
grant select (quote_id, status) on ln_payments to parley_signer;

-- Amounts that users have proved and set aside, each for one invoice of a wallet elsewhere (LNURL-withdraw).
create table ln_withdrawals (
  quote_id bigint not null,
  user_id bigint not null,
  -- By which a wallet collects it: who has this gets the sum.
  k1 text not null,
  status text not null default 'open',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (quote_id),
  constraint ln_withdrawals_k1_key unique (k1),
  constraint ln_withdrawals_k1_check check (k1 ~ '^[0-9a-f]{64}$'),
  constraint ln_withdrawals_status_check check (status in ('open', 'collected', 'expired', 'cancelled')),
  constraint ln_withdrawals_ended_check check ((status = 'open') = (ended_at is null)),
  constraint ln_withdrawals_expires_check check (expires_at > created_at)
);
alter table ln_withdrawals add foreign key (quote_id) references product_quotes(id);
alter table ln_withdrawals add foreign key (user_id) references users(id);
create unique index ln_withdrawals_one_open on ln_withdrawals (user_id) where status = 'open';
create index ln_withdrawals_of_user on ln_withdrawals (user_id, quote_id desc);
grant select on ln_withdrawals to parley_web;
grant select (quote_id, user_id, status, expires_at) on ln_withdrawals to parley_worker;
grant select (quote_id, status) on ln_withdrawals to parley_signer;

-- The node as the Lightning process saw it last, and how far its settled invoices were read.
create table ln_node (
  only_row boolean not null default true,
  seen_at timestamptz not null,
  node_id text not null,
  local_msat bigint not null,
  remote_msat bigint not null,
  in_flight_msat bigint not null,
  payable_msat bigint not null,
  receivable_msat bigint not null,
  channels int not null,
  settle_index bigint not null default 0,
  -- What is the operator's own in it, by the better of the last two looks, and at most so far: less says that something left without a payment.
  own_msat bigint not null,
  base_msat bigint not null,
  -- Ours in channels whose end is on its way to the chain.
  closing_msat bigint not null,
  channel_list jsonb not null,
  -- All that was credited ever.
  credited_msat bigint not null default 0,
  -- Of the last look alone: the operator's own, and what was owed and credited just before.
  seen_own_msat bigint not null default 0,
  seen_owed_msat bigint not null default 0,
  seen_credited_msat bigint not null default 0,
  -- The least that the operator's part was since then: after a minute the most that it was ever.
  raise_msat bigint,
  raise_since timestamptz,
  primary key (only_row),
  constraint ln_node_only_row_check check (only_row),
  constraint ln_node_sums_check check (least(local_msat, remote_msat, in_flight_msat, closing_msat, payable_msat, receivable_msat, channels) >= 0),
  constraint ln_node_channel_list_check check (jsonb_typeof(channel_list) = 'array')
);
grant select on ln_node to parley_web, parley_worker, parley_lightning;
grant select (only_row, own_msat, base_msat) on ln_node to parley_signer;

-- products/store

-- What a provider of gift cards sells, as it says.
create table store_products (
  id bigint generated always as identity not null,
  provider text not null,
  -- The provider's id of it.
  code text not null,
  brand text not null,
  name text not null,
  -- Where its codes work.
  country text not null,
  currency text not null,
  category text not null,
  kind text not null,
  -- Of fixed ones: the values of cards, and at the same place what each costs at most, in cents of a dollar.
  amounts bigint[] not null default '{}',
  costs bigint[] not null default '{}',
  -- Of a range: its ends, and what a card of the most costs.
  min_units bigint,
  max_units bigint,
  max_cost_cents bigint,
  -- How a code is used, by language; en is always there.
  redeem jsonb not null,
  -- The payment method whose vault takes its codes.
  method_id int,
  is_in_stock boolean not null,
  is_active boolean not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint store_products_code_key unique (provider, code),
  constraint store_products_names_check check (char_length(brand) between 1 and 80 and char_length(name) between 1 and 120),
  constraint store_products_country_check check (country ~ '^[A-Z]{2}$' and currency ~ '^[A-Z]{3}$'),
  constraint store_products_category_check check (category in ('shopping', 'games', 'entertainment', 'food', 'travel', 'money', 'other')),
  constraint store_products_kind_check check (kind in ('fixed', 'range') and case kind
    when 'fixed' then cardinality(amounts) between 1 and 60 and cardinality(costs) = cardinality(amounts) and 0 < all (amounts) and 0 < all (costs)
    else min_units > 0 and max_units >= min_units and max_cost_cents > 0 end),
  constraint store_products_redeem_check check (redeem ? 'en' and char_length(redeem::text) <= 8000)
);
create index store_products_of_country on store_products (provider, country) where is_active;
grant select on store_products to parley_signer, parley_web, parley_worker;

-- A quote that was paid: its lines are orders at the provider.
create table store_orders (
  id bigint generated always as identity not null,
  quote_id bigint not null,
  hash text not null,
  user_id bigint not null,
  created_at timestamptz not null,
  primary key (id),
  constraint store_orders_hash_key unique (hash),
  constraint store_orders_quote_id_key unique (quote_id)
);
alter table store_orders add foreign key (quote_id) references product_quotes(id);
alter table store_orders add foreign key (user_id) references users(id);
create index store_orders_of_user on store_orders (user_id, quote_id desc);
grant select on store_orders to parley_signer, parley_web, parley_worker;

-- A line of a quote: so many cards of one value, with a quote of its own inside the quote of all.
create table store_lines (
  quote_id bigint not null,
  order_quote_id bigint not null,
  place int not null,
  user_id bigint not null,
  product_id bigint not null,
  face_units bigint not null,
  quantity int not null,
  primary key (quote_id),
  constraint store_lines_place_key unique (order_quote_id, place),
  constraint store_lines_units_check check (face_units > 0 and quantity between 1 and 10)
);
alter table store_lines add foreign key (quote_id) references product_quotes(id) on delete cascade;
alter table store_lines add foreign key (order_quote_id) references product_quotes(id) on delete cascade;
alter table store_lines add foreign key (user_id) references users(id);
alter table store_lines add foreign key (product_id) references store_products(id);
create index store_lines_of_product on store_lines (product_id);
create index store_lines_of_user on store_lines (user_id);
grant select on store_lines to parley_signer, parley_web, parley_worker;

-- Codes as the provider gave them, sealed. The mark is that of the vault of gift cards: a code is sold here once.
create table store_codes (
  id bigint generated always as identity not null,
  hash text not null,
  quote_id bigint not null,
  n int not null,
  user_id bigint not null,
  -- Null once its owner's account has closed.
  code_sealed bytea,
  pin_sealed bytea,
  mark bytea not null,
  delivered_at timestamptz not null,
  -- Its owner looked at it: it counts as used from then on.
  first_seen_at timestamptz,
  -- Its owner's own words.
  used_at timestamptz,
  note text,
  -- The gift card that it was made in the vault.
  vault_hash text,
  reported_at timestamptz,
  report text,
  report_status text,
  decided_at timestamptz,
  primary key (id),
  constraint store_codes_hash_key unique (hash),
  constraint store_codes_place_key unique (quote_id, n),
  constraint store_codes_mark_key unique (mark),
  constraint store_codes_mark_check check (octet_length(mark) = 32),
  constraint store_codes_note_check check (char_length(note) <= 200),
  constraint store_codes_report_said check (is_said(report) and char_length(report) <= 500),
  constraint store_codes_report_check check ((reported_at is null) = (report_status is null) and report_status in ('open', 'refunded', 'refused')
    and (report_status in ('refunded', 'refused')) = (decided_at is not null) and (reported_at is null or first_seen_at is not null))
);
alter table store_codes add foreign key (quote_id) references store_lines(quote_id);
alter table store_codes add foreign key (user_id) references users(id);
create index store_codes_of_user on store_codes (user_id, id desc);
create index store_codes_reported on store_codes (reported_at) where report_status = 'open';
grant select on store_codes to parley_web;
grant select (id, hash, quote_id, n, user_id, delivered_at, first_seen_at, reported_at, report_status, decided_at) on store_codes to parley_signer, parley_worker;

-- The orders of the demo's own issuer, which is another party: by our reference, each once.
create table house_market_orders (
  reference uuid not null,
  state text not null,
  reason text,
  currency text not null,
  face_units bigint not null,
  cost_cents bigint not null,
  at timestamptz not null,
  primary key (reference),
  constraint house_market_orders_state_check check (state in ('pending', 'succeeded', 'failed'))
);
grant select, insert on house_market_orders to parley_worker;

-- Cards of that issuer: what they are worth is owed from the moment that their order is settled, until they are redeemed.
create table house_cards (
  id bigint generated always as identity not null,
  reference uuid not null,
  n int not null,
  currency text not null,
  face_units bigint not null,
  -- Null once it is redeemed or void.
  code_sealed bytea,
  mark bytea not null,
  issued_at timestamptz not null,
  activated_at timestamptz,
  redeemed_at timestamptz,
  redeemed_by bigint,
  voided_at timestamptz,
  primary key (id),
  constraint house_cards_place_key unique (reference, n),
  constraint house_cards_mark_key unique (mark),
  constraint house_cards_mark_check check (octet_length(mark) = 32),
  constraint house_cards_units_check check (face_units > 0 and currency ~ '^[A-Z]{3}$'),
  constraint house_cards_redeemed_check check ((redeemed_at is null) = (redeemed_by is null) and (redeemed_at is null or activated_at is not null)
    and (redeemed_at is null or voided_at is null))
);
alter table house_cards add foreign key (redeemed_by) references users(id);
create index house_cards_of_redeemer on house_cards (redeemed_by) where redeemed_by is not null;
grant select on house_cards to parley_worker;
grant insert (reference, n, currency, face_units, code_sealed, mark, issued_at) on house_cards to parley_worker;

insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values
  ('house', 'cards_issued', false, true),
  ('outside', 'store', true, true),
  ('outside', 'market', true, true);
insert into halt_names (name, when_broken) values ('store', true);

-- products/spot

insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values ('user', 'spot', false, false), ('house', 'fees_spot', false, false);
insert into halt_names (name, when_broken) values ('spot', true);

-- A lot for a tick is one unit of the quote currency, so no product of a price and a quantity has to be rounded.
create table spot_markets (
  symbol text not null,
  base text not null,
  quote text not null,
  lot_units bigint not null,
  -- Of the quote currency, for one whole coin of the base.
  tick_units bigint not null,
  min_quote_units bigint not null,
  -- Open orders of one user.
  max_orders int not null,
  -- Trades happen within this share of the reference price, new orders within twice of it.
  band_bp int not null,
  next_seq bigint not null default 1,
  -- As the newest commands say; the market process has applied those up to spot_progress.applied_seq.
  status text not null default 'cancel_only',
  reference_ticks bigint,
  primary key (symbol),
  constraint spot_markets_symbol_check check (symbol = base || '-' || quote and base <> quote),
  constraint spot_markets_sizes_check check (lot_units > 0 and tick_units > 0 and min_quote_units > 0 and max_orders > 0 and band_bp between 1 and 5000),
  constraint spot_markets_status_check check (status in ('trading', 'cancel_only', 'halted')),
  constraint spot_markets_reference_check check (reference_ticks > 0)
) with (fillfactor = 50);
insert into spot_markets (symbol, base, quote, lot_units, tick_units, min_quote_units, max_orders, band_bp) values
  ('BTC-USDT', 'BTC', 'USDT', 1000, 100000, 5000000, 200, 1000),
  ('ETH-USDT', 'ETH', 'USDT', 100000, 10000, 5000000, 200, 1000),
  ('ETH-BTC', 'ETH', 'BTC', 1000000, 1000, 10000, 200, 1000);
grant select on spot_markets to parley_market, parley_web, parley_worker;

-- How far the market process has come. Who matches has the newest epoch; an older one can write nothing.
create table spot_progress (
  market text not null,
  epoch bigint not null default 0,
  applied_seq bigint not null default 0,
  status text not null default 'cancel_only',
  reference_ticks bigint,
  last_ticks bigint,
  next_rank bigint not null default 0,
  next_fill bigint not null default 1,
  settled_at timestamptz,
  primary key (market),
  constraint spot_progress_status_check check (status in ('trading', 'cancel_only', 'halted'))
) with (fillfactor = 50);
alter table spot_progress add foreign key (market) references spot_markets(symbol);
insert into spot_progress (market) select symbol from spot_markets;
grant select on spot_progress to parley_market, parley_web, parley_worker;

-- A user proved once that orders may be placed for some hours, up to a value each day.
create table spot_sessions (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  day_usd_cents bigint not null,
  opened_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Of the day that began last: the value of its orders.
  day date not null,
  used_usd_cents bigint not null default 0,
  markets text[] not null,
  primary key (id),
  constraint spot_sessions_hash_key unique (hash),
  constraint spot_sessions_markets_check check (cardinality(markets) > 0),
  constraint spot_sessions_day_check check (day_usd_cents > 0 and used_usd_cents between 0 and day_usd_cents),
  constraint spot_sessions_time_check check (expires_at > opened_at and expires_at <= opened_at + interval '24 hours')
);
alter table spot_sessions add foreign key (user_id) references users(id);
create unique index spot_sessions_open on spot_sessions (user_id) where ended_at is null;
grant select on spot_sessions to parley_web, parley_worker;

create table spot_orders (
  id bigint generated always as identity not null,
  hash text not null,
  client_id text,
  user_id bigint not null,
  market text not null,
  side text not null,
  type text not null,
  tif text not null,
  -- The worst price; of a market order the one that was fixed with it.
  price_ticks bigint not null,
  stop_ticks bigint,
  -- Before and after it was amended.
  placed_lots bigint not null,
  lots bigint not null,
  quote_limit_units bigint,
  filled_lots bigint not null default 0,
  filled_quote_units bigint not null default 0,
  -- In the currency received.
  fee_units bigint not null default 0,
  -- What is left of it in the owner's account of orders: quote units of a buy, base units of a sell.
  held_units bigint not null,
  maker_bp int not null,
  taker_bp int not null,
  session_id bigint,
  -- Placed by a robot of the demo.
  by_robot boolean not null default false,
  status text not null default 'accepted',
  why text,
  -- Of the command that placed it.
  seq bigint not null,
  -- The place among orders of its price.
  rank bigint,
  at timestamptz not null,
  ended_at timestamptz,
  -- Of an oco: the worst price after its stop. Its two prices change places when the stop is set off.
  oco_ticks bigint,
  was_set_off boolean not null default false,
  -- Of the API key that placed it; keys are deleted when they end.
  key_id bigint,
  primary key (id),
  constraint spot_orders_hash_key unique (hash),
  constraint spot_orders_seq_key unique (market, seq),
  constraint spot_orders_client_id_check check (client_id ~ '^[A-Za-z0-9_.-]{1,36}$'),
  constraint spot_orders_side_check check (side in ('buy', 'sell')),
  constraint spot_orders_type_check check (type in ('limit', 'market', 'stop_limit', 'oco') and (type in ('stop_limit', 'oco')) = (stop_ticks is not null)),
  constraint spot_orders_oco_check check ((type = 'oco') = (oco_ticks is not null) and oco_ticks > 0 and (type = 'oco' or not was_set_off)),
  -- The limit of a sale is above the prices of its stop, that of a purchase below them.
  constraint spot_orders_oco_prices_check check (type <> 'oco' or case side
    when 'sell' then case when was_set_off then oco_ticks > greatest(price_ticks, stop_ticks) else price_ticks > greatest(oco_ticks, stop_ticks) end
    else case when was_set_off then oco_ticks < least(price_ticks, stop_ticks) else price_ticks < least(oco_ticks, stop_ticks) end end),
  constraint spot_orders_tif_check check (tif in ('gtc', 'ioc', 'fok', 'post_only') and (type <> 'market' or tif = 'ioc') and (type <> 'oco' or tif = 'gtc') and (quote_limit_units is null or type = 'market')),
  constraint spot_orders_sizes_check check (price_ticks > 0 and stop_ticks > 0 and placed_lots > 0 and lots between 1 and placed_lots and quote_limit_units > 0),
  constraint spot_orders_filled_check check (filled_lots between 0 and lots and filled_quote_units between 0 and coalesce(quote_limit_units, filled_quote_units) and fee_units >= 0),
  constraint spot_orders_held_check check (held_units >= 0 and (ended_at is null or held_units = 0)),
  constraint spot_orders_fees_check check (maker_bp between 0 and 1000 and taker_bp between 0 and 1000),
  constraint spot_orders_status_check check (status in ('accepted', 'waiting', 'open', 'filled', 'cancelled', 'expired', 'rejected')),
  constraint spot_orders_end_check check ((ended_at is null) = (status in ('accepted', 'waiting', 'open')) and (ended_at is null) = (why is null)),
  constraint spot_orders_why_check check (why in ('filled', 'asked', 'self_trade', 'not_filled', 'not_all', 'band', 'would_take', 'market_closed'))
) with (fillfactor = 70);
alter table spot_orders add foreign key (market) references spot_markets(symbol);
alter table spot_orders add foreign key (user_id) references users(id);
alter table spot_orders add foreign key (session_id) references spot_sessions(id);
create unique index spot_orders_of_client on spot_orders (user_id, client_id) where client_id is not null and ended_at is null;
create index spot_orders_live on spot_orders (market, side, price_ticks) where ended_at is null;
create index spot_orders_of_user on spot_orders (user_id, id desc);
create index spot_orders_open_of_user on spot_orders (user_id, market) where ended_at is null;
grant select on spot_orders to parley_market, parley_web, parley_worker;

-- Everything that decides about a market, in its order: the book is a function of it.
create table spot_commands (
  market text not null,
  seq bigint not null,
  kind text not null,
  order_id bigint,
  user_id bigint,
  lots bigint,
  ticks bigint,
  status text,
  at timestamptz not null,
  primary key (market, seq),
  constraint spot_commands_kind_check check (case kind
    when 'place' then order_id is not null
    when 'cancel' then order_id is not null
    when 'amend' then order_id is not null and lots > 0
    when 'cancel_all' then user_id is not null
    when 'reference' then ticks > 0
    when 'state' then status in ('trading', 'cancel_only', 'halted')
    else false end)
);
alter table spot_commands add foreign key (market) references spot_markets(symbol);
create trigger spot_commands_append_only before update or truncate on spot_commands for each statement execute function refuse_change();
grant select on spot_commands to parley_market, parley_web, parley_worker;

create table spot_fills (
  market text not null,
  n bigint not null,
  maker_id bigint not null,
  taker_id bigint not null,
  buyer_id bigint not null,
  seller_id bigint not null,
  taker_side text not null,
  price_ticks bigint not null,
  lots bigint not null,
  -- In the base and the quote currency.
  buyer_fee_units bigint not null,
  seller_fee_units bigint not null,
  -- As it was when this traded.
  reference_ticks bigint not null,
  -- A robot of the demo was a party.
  by_robot boolean not null,
  seq bigint not null,
  at timestamptz not null,
  primary key (market, n),
  constraint spot_fills_sides_check check (buyer_id <> seller_id and maker_id <> taker_id and taker_side in ('buy', 'sell')),
  constraint spot_fills_sizes_check check (price_ticks > 0 and lots > 0 and buyer_fee_units >= 0 and seller_fee_units >= 0)
);
alter table spot_fills add foreign key (maker_id) references spot_orders(id);
alter table spot_fills add foreign key (taker_id) references spot_orders(id);
create index spot_fills_by_time on spot_fills (market, at);
create index spot_fills_of_buyer on spot_fills (buyer_id, at desc);
create index spot_fills_of_maker on spot_fills (maker_id);
create index spot_fills_of_seller on spot_fills (seller_id, at desc);
create index spot_fills_of_taker on spot_fills (taker_id);
create trigger spot_fills_append_only before delete or update or truncate on spot_fills for each statement execute function refuse_change();
grant select on spot_fills to parley_web, parley_worker;

-- Of one minute; a minute without trades has none.
create table spot_candles (
  market text not null,
  start timestamptz not null,
  open_ticks bigint not null,
  high_ticks bigint not null,
  low_ticks bigint not null,
  close_ticks bigint not null,
  lots bigint not null,
  quote_units bigint not null,
  trades int not null,
  last_n bigint not null,
  -- Of both, what orders to buy took.
  bought_lots bigint not null default 0,
  bought_quote_units bigint not null default 0,
  primary key (market, start),
  constraint spot_candles_prices_check check (low_ticks <= least(open_ticks, close_ticks) and high_ticks >= greatest(open_ticks, close_ticks))
) with (fillfactor = 70);
alter table spot_candles add foreign key (market) references spot_markets(symbol);
grant select on spot_candles to parley_web, parley_worker;

-- Trades of a user with the same user, which did not happen.
create table spot_prevented (
  id bigint generated always as identity not null,
  market text not null,
  seq bigint not null,
  maker_id bigint not null,
  taker_id bigint not null,
  price_ticks bigint not null,
  lots bigint not null,
  at timestamptz not null,
  primary key (id)
);
alter table spot_prevented add foreign key (maker_id) references spot_orders(id);
alter table spot_prevented add foreign key (taker_id) references spot_orders(id);
create index spot_prevented_of_maker on spot_prevented (maker_id);
create index spot_prevented_of_taker on spot_prevented (taker_id);
grant select on spot_prevented to parley_web, parley_worker;

-- The digest of a book as its commands up to a number left it.
create table spot_snapshots (
  market text not null,
  seq bigint not null,
  digest text not null,
  at timestamptz not null,
  -- Of some: the whole book, from which a replay can begin.
  book jsonb,
  -- A replay from the whole snapshot before gave this one.
  verified_at timestamptz,
  primary key (market, seq),
  constraint spot_snapshots_digest_check check (digest ~ '^[0-9a-f]{64}$'),
  constraint spot_snapshots_verified_check check (verified_at is null or book is not null)
);
alter table spot_snapshots add foreign key (market) references spot_markets(symbol);
create index spot_snapshots_whole on spot_snapshots (market, seq desc) where book is not null;
grant select on spot_snapshots to parley_web, parley_worker;

-- A listen key of the facade, of which one API key has one. The key itself is made from the secret of the API key and the nonce.
create table spot_streams (
  -- Of the API key.
  public_id text not null,
  user_id bigint not null,
  nonce text not null,
  listen_hash bytea not null,
  expires_at timestamptz not null,
  primary key (public_id),
  constraint spot_streams_listen_hash_key unique (listen_hash)
);
alter table spot_streams add foreign key (user_id) references users(id);
create index spot_streams_ended on spot_streams (expires_at);
grant delete, insert, select, update on spot_streams to parley_web;

-- compliance/restrictions

-- Which role sets, keeps and lifts which state; contract/compliance/restriction-names.ts says the same for screens.
create table restriction_rights (
  state text not null,
  role text not null,
  primary key (state, role),
  constraint restriction_rights_role_check check (role in ('admin', 'supermoderator', 'moderator')),
  constraint restriction_rights_state_check check (state in ('banned', 'suspended', 'on_hold', 'compliance_hold', 'frozen', 'restricted', 'compromised'))
);
grant select on restriction_rights to parley_signer, parley_web;

-- What a user writes against a restriction of theirs, once.
create table restriction_appeals (
  restriction_id bigint not null,
  words text not null,
  written_at timestamptz not null,
  outcome text,
  -- Null is the operator.
  decided_by bigint,
  decided_at timestamptz,
  answer text,
  primary key (restriction_id),
  constraint restriction_appeals_answer_check check ((char_length(answer) >= 1) and (char_length(answer) <= 1000)),
  constraint restriction_appeals_check check (((outcome is null) = (decided_at is null)) and ((outcome is null) = (answer is null))),
  constraint restriction_appeals_outcome_check check (outcome in ('lifted', 'kept')),
  constraint restriction_appeals_words_check check ((char_length(words) >= 10) and (char_length(words) <= 2000))
);
alter table restriction_appeals add constraint restriction_appeals_answer_said check (is_said(answer)) not valid;
alter table restriction_appeals add constraint restriction_appeals_words_said check (is_said(words)) not valid;
alter table restriction_appeals add foreign key (decided_by) references users(id);
alter table restriction_appeals add foreign key (restriction_id) references user_restrictions(id);
create index restriction_appeals_open on restriction_appeals (written_at) where outcome is null;
create trigger appeals_told after insert on restriction_appeals for each row execute function tell_of_appeal();
grant select on restriction_appeals to parley_web;

-- compliance/verification

create table verifications (
  id bigint generated always as identity not null,
  reference text not null,
  user_id bigint not null,
  kind text not null,
  -- replaced: begun anew before it was submitted. ended: expired, or asked for anew.
  status text not null default 'started',
  country_iso3 text not null,
  document_type text not null,
  -- JSON of what the person typed: names and number, or the address.
  details_sealed bytea not null,
  -- Equal for the same document of anybody.
  document_mark bytea,
  started_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by bigint,
  reasons text[] not null default '{}'::text[],
  -- The document's own end, as the reviewer read it.
  expires_on date,
  primary key (id),
  constraint verifications_reference_key unique (reference),
  constraint verifications_check check (decided_by <> user_id),
  constraint verifications_check1 check ((status in ('started', 'replaced')) = (submitted_at is null)),
  constraint verifications_check2 check ((status not in ('approved', 'rejected')) or decided_at is not null),
  constraint verifications_check3 check ((status = 'rejected') = (cardinality(reasons) > 0)),
  constraint verifications_country_iso3_check check (country_iso3 ~ '^[A-Z]{3}$'),
  constraint verifications_document_type_check check (document_type ~ '^[a-z_]{3,30}$'),
  constraint verifications_kind_check check (kind in ('id', 'address', 'company', 'video')),
  constraint verifications_status_check check (status in ('started', 'pending', 'approved', 'rejected', 'replaced', 'ended'))
);
alter table verifications add foreign key (decided_by) references users(id);
alter table verifications add foreign key (user_id) references users(id);
create index verifications_decided on verifications (decided_at desc) where decided_at is not null;
create index verifications_expiring on verifications (expires_on) where status = 'approved';
create index verifications_of_document on verifications (document_mark) where document_mark is not null;
create index verifications_of_user on verifications (user_id, id);
create unique index verifications_running on verifications (user_id, kind) where status in ('started', 'pending');
create unique index verifications_standing on verifications (user_id, kind) where status = 'approved';
create index verifications_waiting on verifications (submitted_at) where status = 'pending';
create trigger company_name_ends after update of status on verifications for each row when (new.kind = 'company' and old.status = 'approved' and new.status <> 'approved') execute function hide_company_name();
create trigger screening_erased after delete on verifications referencing old table as gone for each statement execute function erase_screening();
grant select (id, reference, user_id, kind, status) on verifications to parley_signer;
grant select on verifications to parley_web, parley_worker;

create table verification_pictures (
  verification_id bigint not null,
  side text not null,
  file_key text not null,
  -- Of this file alone.
  key_sealed bytea not null,
  added_at timestamptz not null,
  corrupted_at timestamptz,
  pages int,
  primary key (verification_id, side),
  constraint verification_papers_check check (pages is null or ((pages >= 1 and pages <= 10) and (side in ('registration', 'owners', 'company_address', 'authority')))),
  constraint verification_pictures_side_check check (side in ('front', 'back', 'selfie', 'document', 'registration', 'owners', 'company_address', 'authority', 'video'))
);
alter table verification_pictures add foreign key (verification_id) references verifications(id) on delete cascade;
grant select on verification_pictures to parley_web, parley_worker;

-- Files whose row is gone, until they are removed as well.
create table verification_files_to_remove (
  file_key text not null,
  primary key (file_key)
);
grant delete, select on verification_files_to_remove to parley_worker;

-- Staff ask for a document anew; open until one is approved.
create table verification_demands (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  asked_by bigint not null,
  asked_at timestamptz not null,
  met_at timestamptz,
  primary key (id),
  constraint verification_demands_check check (asked_by <> user_id),
  constraint verification_demands_kind_check check (kind in ('id', 'address', 'company', 'video'))
);
alter table verification_demands add foreign key (asked_by) references users(id);
alter table verification_demands add foreign key (user_id) references users(id);
create index verification_demands_of_user on verification_demands (user_id, kind, id);
grant select on verification_demands to parley_web, parley_worker;

-- Staff members who opened a user's documents. The reason is in the staff log.
create table verification_looks (
  verification_id bigint not null,
  staff_id bigint not null,
  at timestamptz not null,
  primary key (verification_id, staff_id, at)
);
alter table verification_looks add foreign key (staff_id) references users(id);
alter table verification_looks add foreign key (verification_id) references verifications(id) on delete cascade;
create index verification_looks_of_staff on verification_looks (staff_id, at);
grant select on verification_looks to parley_web;

create table provider_cases (
  verification_id bigint not null,
  applicant_id text,
  -- All pictures are there, and the check has begun.
  sent_at timestamptz,
  -- By the latest webhook.
  reported_at timestamptz,
  asked_at timestamptz,
  -- The provider has nothing against it. Staff read that, and approve: a level is always decided by a staff member with a proof.
  found_nothing_at timestamptz,
  -- How often sending it has failed, and when it is tried again.
  failures int not null default 0,
  next_try_at timestamptz,
  token_given_at timestamptz,
  primary key (verification_id),
  constraint provider_cases_applicant_id_key unique (applicant_id),
  constraint provider_cases_failures_check check (failures >= 0),
  constraint provider_cases_sent check (sent_at is null or applicant_id is not null)
);
alter table provider_cases add foreign key (verification_id) references verifications(id) on delete cascade;
create index provider_cases_open on provider_cases (asked_at);
create trigger provider_forgets after delete on provider_cases for each row execute function note_provider_erasure();
grant select (verification_id, applicant_id, found_nothing_at, token_given_at), update (reported_at) on provider_cases to parley_web;
grant insert, select, update on provider_cases to parley_worker;

-- Approvals of staff members where more than one is required.
create table verification_approvals (
  verification_id bigint not null,
  staff_id bigint not null,
  at timestamptz not null,
  expires_on date,
  primary key (verification_id, staff_id)
);
alter table verification_approvals add foreign key (staff_id) references users(id);
alter table verification_approvals add foreign key (verification_id) references verifications(id) on delete cascade;
grant select (verification_id, staff_id) on verification_approvals to parley_signer;
grant select on verification_approvals to parley_web;

-- Applicants of a provider whose documents are erased here, until they are erased there.
create table provider_erasures (
  applicant_id text not null,
  failures int not null default 0,
  next_try_at timestamptz not null,
  primary key (applicant_id),
  constraint provider_erasures_failures_check check (failures >= 0)
);
create index provider_erasures_due on provider_erasures (next_try_at);
grant delete, select, update on provider_erasures to parley_worker;

-- One for each list, by the digest of its bytes; up to which user it has been compared.
create table screening_runs (
  version text not null,
  upto bigint not null default 0,
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (version)
);
grant select on screening_runs to parley_web, parley_worker;
grant delete, insert, update (upto, ended_at) on screening_runs to parley_worker;

-- A person or company is asked about once for each name of the list, by the list's own number of it where it has one.
create table screening_hits (
  id bigint generated always as identity not null,
  reference text not null,
  user_id bigint not null,
  listed_name text not null,
  listed_id text not null default '',
  percent int not null,
  found_at timestamptz not null,
  -- somebody_else, or listed: only while an active restriction stops everything on the account.
  verdict text,
  decided_by bigint,
  decided_at timestamptz,
  -- Null where it was decided before this column was there.
  decided_why text,
  primary key (id),
  constraint screening_hits_reference_key unique (reference),
  constraint screening_hits_user_id_listed_name_listed_id_key unique (user_id, listed_name, listed_id),
  constraint screening_hits_check check (decided_by <> user_id),
  constraint screening_hits_check1 check (((verdict is null) = (decided_at is null)) and ((verdict is null) = (decided_by is null))),
  constraint screening_hits_decided_why_check check ((char_length(decided_why) >= 3) and (char_length(decided_why) <= 300)),
  constraint screening_hits_listed_id_check check (char_length(listed_id) <= 60),
  constraint screening_hits_listed_name_check check ((char_length(listed_name) >= 1) and (char_length(listed_name) <= 300)),
  constraint screening_hits_percent_check check (percent >= 1 and percent <= 100),
  constraint screening_hits_verdict_check check (verdict in ('somebody_else', 'listed'))
);
alter table screening_hits add constraint screening_hits_decided_why_said check (is_said(decided_why)) not valid;
alter table screening_hits add foreign key (decided_by) references users(id);
alter table screening_hits add foreign key (user_id) references users(id);
create index screening_hits_decided on screening_hits (decided_at desc, id desc) where verdict is not null;
create index screening_hits_waiting on screening_hits (found_at, id) where verdict is null;
grant select (reference, user_id, verdict) on screening_hits to parley_signer;
grant select on screening_hits to parley_web, parley_worker;
grant insert (reference, user_id, listed_name, listed_id, percent, found_at) on screening_hits to parley_worker;

-- That documents are checked by a provider, as the worker that asks it says; tokens are to be had while this is fresh.
create table document_provider (
  id int not null default 1,
  seen_at timestamptz not null,
  primary key (id),
  constraint document_provider_id_check check (id = 1)
);
grant select on document_provider to parley_web, parley_worker;
grant insert, update on document_provider to parley_worker;

create table provider_tokens (
  verification_id bigint not null,
  asked_at timestamptz not null,
  failures int not null default 0,
  next_try_at timestamptz not null,
  -- There is one until the person takes it, or it ends.
  token_sealed bytea,
  expires_at timestamptz,
  primary key (verification_id),
  constraint provider_tokens_check check ((token_sealed is null) = (expires_at is null)),
  constraint provider_tokens_failures_check check (failures >= 0)
);
alter table provider_tokens add foreign key (verification_id) references verifications(id) on delete cascade;
create index provider_tokens_asked on provider_tokens (asked_at);
grant insert (verification_id, asked_at, next_try_at) on provider_tokens to parley_web;
grant delete, select on provider_tokens to parley_web, parley_worker;
grant update (failures, next_try_at, token_sealed, expires_at) on provider_tokens to parley_worker;

-- compliance/trading-names

-- Names by which customers know a company, each as it was asked for. Only an approved one is copied to users.trading_name.
create table trading_names (
  id bigint generated always as identity not null,
  reference text not null,
  user_id bigint not null,
  name text not null,
  -- Equal for names that look alike.
  look text not null,
  status text not null default 'waiting',
  asked_at timestamptz not null,
  first_by bigint,
  first_at timestamptz,
  approved_by bigint,
  approved_at timestamptz,
  ended_at timestamptz,
  -- Of those that staff refused or took away.
  ended_by bigint,
  reason text,
  primary key (id),
  constraint trading_names_reference_key unique (reference),
  constraint trading_names_approved_check check ((status <> 'approved') or (approved_at is not null)),
  constraint trading_names_ended_check check ((status in ('waiting', 'approved')) = (ended_at is null)),
  constraint trading_names_name_check check ((char_length(name) >= 2) and (char_length(name) <= 60)),
  constraint trading_names_own_check check ((first_by <> user_id) and (approved_by <> user_id) and (ended_by <> user_id)),
  constraint trading_names_reason_check check (reason in ('not_shown', 'like_another', 'misleading', 'offensive')),
  constraint trading_names_status_check check (status in ('waiting', 'approved', 'refused', 'withdrawn', 'replaced', 'removed', 'ended')),
  constraint trading_names_two_check check (first_by <> approved_by),
  constraint trading_names_why_check check ((status in ('refused', 'removed')) = (reason is not null))
);
alter table trading_names add constraint trading_names_name_said check (is_said(name)) not valid;
alter table trading_names add foreign key (approved_by) references users(id);
alter table trading_names add foreign key (ended_by) references users(id);
alter table trading_names add foreign key (first_by) references users(id);
alter table trading_names add foreign key (user_id) references users(id);
create unique index trading_names_approved on trading_names (user_id) where status = 'approved';
create unique index trading_names_approved_look on trading_names (look) where status = 'approved';
create index trading_names_of_user on trading_names (user_id, id);
create index trading_names_over on trading_names (ended_at desc, id desc) where ended_at is not null;
create unique index trading_names_waiting on trading_names (user_id) where status = 'waiting';
create unique index trading_names_waiting_look on trading_names (look) where status = 'waiting';
grant select (reference, user_id, status, first_by) on trading_names to parley_signer;
grant select on trading_names to parley_web, parley_worker;

-- compliance/recovery

create table account_recoveries (
  id bigint generated always as identity not null,
  reference text not null,
  -- Held into the camera on paper.
  code text not null,
  status text not null default 'started',
  -- The account that was found when the new mailbox was confirmed; null where none was.
  user_id bigint,
  -- Which account they named and what happened, as JSON; and the new mailbox.
  details_sealed bytea not null,
  email_sealed bytea not null,
  email_index bytea not null,
  -- What they named, as the mark of an email and as a username: one of the two may match a user.
  account_mark bytea not null,
  account_name text not null,
  lang text not null,
  uploads_left int not null default 12,
  started_at timestamptz not null,
  submitted_at timestamptz,
  confirmed_at timestamptz,
  waits_until timestamptz,
  ended_at timestamptz,
  reason text,
  rejected_by bigint,
  old_email_sealed bytea,
  -- SHA-256 in hexadecimal: of what the asker's page holds, of the link that confirms the mailbox, of that which stops, of that to the password.
  secret_hash text not null,
  confirm_hash text,
  stop_hash text,
  link_hash text,
  link_until timestamptz,
  -- The new mailbox as the account will have it; a worker writes both with the link.
  user_email_sealed bytea,
  user_email_index bytea,
  primary key (id),
  constraint account_recoveries_confirm_hash_key unique (confirm_hash),
  constraint account_recoveries_link_hash_key unique (link_hash),
  constraint account_recoveries_reference_key unique (reference),
  constraint account_recoveries_secret_hash_key unique (secret_hash),
  constraint account_recoveries_stop_hash_key unique (stop_hash),
  constraint account_recoveries_check check ((status in ('done', 'rejected', 'stopped', 'expired')) = (ended_at is not null)),
  constraint account_recoveries_check1 check (rejected_by <> user_id),
  constraint account_recoveries_code_check check (code ~ '^[0-9]{8}$'),
  constraint account_recoveries_lang_check check (lang ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$'),
  constraint account_recoveries_status_check check (status in ('started', 'submitted', 'pending', 'approved', 'ready', 'done', 'rejected', 'stopped', 'expired')),
  constraint account_recoveries_uploads_left_check check (uploads_left >= 0)
);
alter table account_recoveries add foreign key (rejected_by) references users(id);
alter table account_recoveries add foreign key (user_id) references users(id);
create index account_recoveries_ended on account_recoveries (ended_at) where ended_at is not null;
create index account_recoveries_of_user on account_recoveries (user_id, id);
create index account_recoveries_open on account_recoveries (status, id) where ended_at is null;
-- One waits at a time: two links to one account would be two owners.
create unique index account_recoveries_running on account_recoveries (user_id) where status in ('approved', 'ready');
grant select (reference, status, user_id, email_index) on account_recoveries to parley_signer;
grant select (id, reference, code, status, user_id, details_sealed, email_sealed, started_at, submitted_at, confirmed_at, waits_until, ended_at, reason, rejected_by) on account_recoveries to parley_web;
grant select on account_recoveries to parley_worker;

create table recovery_pictures (
  recovery_id bigint not null,
  side text not null,
  file_key text not null,
  -- Of this file alone.
  key_sealed bytea not null,
  added_at timestamptz not null,
  primary key (recovery_id, side),
  constraint recovery_pictures_side_check check (side in ('front', 'selfie'))
);
alter table recovery_pictures add foreign key (recovery_id) references account_recoveries(id) on delete cascade;
grant select on recovery_pictures to parley_web;

-- Staff members who opened it. The reason is in the staff log.
create table recovery_looks (
  recovery_id bigint not null,
  staff_id bigint not null,
  at timestamptz not null,
  primary key (recovery_id, staff_id, at)
);
alter table recovery_looks add foreign key (recovery_id) references account_recoveries(id) on delete cascade;
alter table recovery_looks add foreign key (staff_id) references users(id);
create index recovery_looks_of_staff on recovery_looks (staff_id, at);
grant select on recovery_looks to parley_web;

create table recovery_approvals (
  recovery_id bigint not null,
  staff_id bigint not null,
  at timestamptz not null,
  primary key (recovery_id, staff_id)
);
alter table recovery_approvals add foreign key (recovery_id) references account_recoveries(id) on delete cascade;
alter table recovery_approvals add foreign key (staff_id) references users(id);
grant select on recovery_approvals to parley_web;

-- The reason of a restriction that a recovery lifts, by language; declared in rows.ts.
create table recovery_texts (
  locale text not null,
  lifted text not null,
  primary key (locale)
);

-- compliance/own-data

create table data_exports (
  id bigint generated always as identity not null,
  user_id bigint not null,
  -- Whose download it is: a session that was taken over later gets nothing.
  session_id bigint not null,
  asked_at timestamptz not null,
  -- Null while it is being made.
  made_at timestamptz,
  size_bytes bigint,
  expires_at timestamptz not null,
  tries int not null default 0,
  -- The version of the secret that its pieces are sealed with; null while it is being made, and of those from before.
  sealed_with int,
  primary key (id),
  constraint data_exports_check check ((made_at is null) = (size_bytes is null))
);
alter table data_exports add foreign key (session_id) references sessions(id);
alter table data_exports add foreign key (user_id) references users(id);
create unique index data_exports_of_user on data_exports (user_id);
create index data_exports_waiting on data_exports (id) where made_at is null;
grant select on data_exports to parley_web, parley_worker;

create table data_export_pieces (
  export_id bigint not null,
  place int not null,
  -- Sealed with the secret that is not in the database.
  sealed bytea not null,
  primary key (export_id, place)
);
alter table data_export_pieces add foreign key (export_id) references data_exports(id) on delete cascade;
grant select on data_export_pieces to parley_web, parley_worker;

-- compliance/closing

create table account_closures (
  id bigint generated always as identity not null,
  user_id bigint not null,
  reason text not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  withdrawn_at timestamptz,
  closed_at timestamptz,
  primary key (id),
  constraint account_closures_check check (due_at > asked_at),
  constraint account_closures_check1 check (withdrawn_at is null or closed_at is null),
  constraint account_closures_reason_check check (reason in ('no_need', 'other_market', 'privacy', 'difficult', 'other_account', 'other'))
);
alter table account_closures add foreign key (user_id) references users(id);
create index account_closures_due on account_closures (due_at) where withdrawn_at is null and closed_at is null;
-- One request at a time, and a closed account stays closed.
create unique index account_closures_standing on account_closures (user_id) where withdrawn_at is null;
create trigger account_erased after update of closed_at on account_closures for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_closed_account();
grant select on account_closures to parley_web, parley_worker;

-- What the modules declare: functions that list what prevents a closing, and functions that erase a closed account.
create table closing_steps (
  -- In module order.
  place int not null,
  kind text not null,
  name text not null,
  primary key (name),
  constraint closing_steps_kind_check check (kind in ('obstacles', 'erases'))
);

-- compliance/retention

create table retention_marks (
  what text not null,
  -- Of rows in order of their ids, and of trades in order of their end: the last that was looked at.
  last_id bigint not null default 0,
  up_to timestamptz not null default '-infinity'::timestamptz,
  primary key (what)
);
grant select on retention_marks to parley_web, parley_worker;

-- Files whose row is gone, until they are removed as well.
create table retention_files (
  file_key text not null,
  primary key (file_key)
);
grant delete, select on retention_files to parley_worker;

-- reach/notifications

create table notifications (
  id bigint generated always as identity not null,
  user_id bigint not null,
  -- A key such as trade_paid; the screen has the sentence.
  kind text not null,
  subject text not null,
  details jsonb not null default '{}'::jsonb,
  link text not null,
  at timestamptz not null,
  read_at timestamptz,
  -- The page does not show what its reader does not want to see there.
  in_app boolean not null default true,
  -- The reason under which its email was queued.
  mail_key text,
  -- When the next channel is used unless it was opened; null where nothing waits for its reader, and when every channel was used.
  climb_at timestamptz,
  page_had_at timestamptz,
  primary key (id)
);
alter table notifications add foreign key (user_id) references users(id);
create index notifications_of_user on notifications (user_id, id desc);
create index notifications_to_climb on notifications (climb_at) where climb_at is not null;
create index notifications_unread on notifications (user_id) where read_at is null;
grant insert, select, update on notifications to parley_chain, parley_web, parley_worker;

create table notification_choices (
  user_id bigint not null,
  -- A key such as trade_paid.
  event text not null,
  channels text[] not null,
  changed_at timestamptz not null,
  primary key (user_id, event),
  constraint notification_choices_channels_check check (channels <@ array['web', 'email', 'telegram', 'app'])
);
alter table notification_choices add foreign key (user_id) references users(id);
grant insert, update on notification_choices to parley_web;
grant select on notification_choices to parley_web, parley_worker;

create table push_devices (
  id bigint generated always as identity not null,
  user_id bigint not null,
  -- When the session ends, nothing more goes to its browser.
  session_id bigint not null,
  -- SHA-256 in hexadecimal: one browser is one row, for all accounts that sign in in it.
  endpoint_hash text not null,
  -- Where its push service takes messages, and the keys that they are encrypted to.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  made_at timestamptz not null,
  is_quick boolean not null default false,
  primary key (id),
  constraint push_devices_endpoint_hash_key unique (endpoint_hash)
);
alter table push_devices add foreign key (session_id) references sessions(id) on delete cascade;
alter table push_devices add foreign key (user_id) references users(id);
create index push_devices_of_session on push_devices (session_id);
create index push_devices_of_user on push_devices (user_id, id desc);
grant select (id, user_id, session_id, endpoint_hash, endpoint, p256dh, auth, made_at) on push_devices to parley_signer;
grant insert, update on push_devices to parley_web;
grant delete, select on push_devices to parley_web, parley_worker;
grant update (is_quick) on push_devices to parley_worker;

create table notification_sends (
  id bigint generated always as identity not null,
  notification_id bigint not null,
  channel text not null,
  device_id bigint,
  attempts int not null default 0,
  next_at timestamptz not null,
  -- Taken by the push service or by Telegram; shown by the device; pressed by its owner.
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  failed_at timestamptz,
  fault text,
  primary key (id),
  constraint notification_sends_channel_check check (channel in ('app', 'telegram'))
);
alter table notification_sends add foreign key (device_id) references push_devices(id) on delete set null;
alter table notification_sends add foreign key (notification_id) references notifications(id);
create index notification_sends_due on notification_sends (channel, next_at) where sent_at is null and failed_at is null;
-- For a browser that is removed.
create index notification_sends_of_device on notification_sends (device_id) where device_id is not null;
create index notification_sends_of_notification on notification_sends (notification_id);
grant update (delivered_at, opened_at) on notification_sends to parley_web;
grant select on notification_sends to parley_web, parley_worker;
grant insert, update on notification_sends to parley_worker;

-- The bot as Telegram names it, and how far its messages were read; the web shows Telegram while this is fresh.
create table telegram_bot (
  id int not null default 1,
  username text not null,
  next_update bigint not null default 0,
  asked_at timestamptz not null,
  primary key (id),
  constraint telegram_bot_id_check check (id = 1)
);
grant select (username, asked_at) on telegram_bot to parley_web;
grant insert, select, update on telegram_bot to parley_worker;

create table telegram_codes (
  -- SHA-256 in hexadecimal.
  code_hash text not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  primary key (code_hash)
);
alter table telegram_codes add foreign key (user_id) references users(id);
create index telegram_codes_of_user on telegram_codes (user_id);
grant delete, insert, select on telegram_codes to parley_web, parley_worker;

create table telegram_chats (
  user_id bigint not null,
  -- One chat belongs to one account: linking it to another removes it from the first.
  chat_id bigint not null,
  -- As Telegram has it, without the sign before it; empty where there is none.
  name text not null,
  linked_at timestamptz not null,
  primary key (user_id),
  constraint telegram_chats_chat_id_key unique (chat_id)
);
alter table telegram_chats add foreign key (user_id) references users(id);
grant delete, select on telegram_chats to parley_web, parley_worker;
grant insert, update on telegram_chats to parley_worker;

create table chat_waits (
  -- Of a trade, and no reference: it would hold the trade's row, which calls lock, until a whole list is delivered.
  trade_id bigint not null,
  user_id bigint not null,
  due_at timestamptz not null,
  primary key (trade_id, user_id)
);
alter table chat_waits add foreign key (user_id) references users(id);
create index chat_waits_due on chat_waits (due_at);
grant delete, insert, select, update on chat_waits to parley_worker;

create table email_stops (
  user_id bigint not null,
  area text not null,
  stopped_at timestamptz not null,
  primary key (user_id, area)
);
alter table email_stops add foreign key (user_id) references users(id);
grant delete, insert on email_stops to parley_web;
grant select on email_stops to parley_web, parley_worker;

create table reminders_sent (
  kind text not null,
  -- The trade's hash, the document's reference, the number of the case or of the closing.
  subject text not null,
  user_id bigint not null,
  due_at timestamptz not null,
  told_at timestamptz not null,
  primary key (kind, subject, user_id, due_at)
);
alter table reminders_sent add foreign key (user_id) references users(id);
create index reminders_sent_by_time on reminders_sent (due_at);

-- reach/webhooks

create table webhook_endpoints (
  id bigint generated always as identity not null,
  user_id bigint not null,
  url text not null,
  -- While its address is being checked.
  checking_since timestamptz,
  is_enabled boolean not null default false,
  -- The address that returned a challenge last, and when. Another one may be set since.
  verified_url text,
  verified_at timestamptz,
  why text,
  check_fault text,
  events text[] not null,
  -- Of the Standard Webhooks signature: its bytes, sealed; and the previous one, which signs as well until then.
  secret_sealed bytea not null,
  previous_sealed bytea,
  previous_until timestamptz,
  -- In a row, each of another minute.
  failures int not null default 0,
  failing_since timestamptz,
  last_failure_at timestamptz,
  last_success_at timestamptz,
  is_warned boolean not null default false,
  is_slow boolean not null default false,
  created_at timestamptz not null,
  primary key (id),
  constraint webhook_endpoints_user_key unique (user_id),
  constraint webhook_endpoints_url_check check (length(url) between 1 and 2000),
  constraint webhook_endpoints_why_check check (why in ('unverified', 'check_failed', 'failures', 'gone')),
  constraint webhook_endpoints_enabled_check check (not is_enabled or (coalesce(verified_url = url, false) and why is null))
);
alter table webhook_endpoints add foreign key (user_id) references users(id);
grant select on webhook_endpoints to parley_web;
grant select, update (checking_since, is_enabled, verified_url, verified_at, why, check_fault, failures, failing_since, last_failure_at, last_success_at, is_warned, is_slow)
  on webhook_endpoints to parley_worker;

-- The last number of each subject of a user, which outlives the messages.
create table webhook_subjects (
  user_id bigint not null,
  subject text not null,
  seq int not null,
  at timestamptz not null,
  primary key (user_id, subject)
);
alter table webhook_subjects add foreign key (user_id) references users(id);
create index webhook_subjects_by_time on webhook_subjects (at);
grant insert, select, update on webhook_subjects to parley_web, parley_worker;

create table webhook_messages (
  id bigint generated always as identity not null,
  public_id text not null,
  user_id bigint not null,
  type text not null,
  subject text not null,
  seq int not null,
  -- As it is sent, byte for byte.
  body text not null,
  at timestamptz not null,
  -- Why no delivery was planned: the endpoint was off, or too many wait for it.
  skipped text,
  primary key (id),
  constraint webhook_messages_public_id_key unique (public_id),
  constraint webhook_messages_seq_key unique (user_id, subject, seq),
  constraint webhook_messages_skipped_check check (skipped in ('off', 'full'))
);
alter table webhook_messages add foreign key (user_id) references users(id);
create index webhook_messages_by_subject on webhook_messages (subject, type);
create index webhook_messages_of_user on webhook_messages (user_id, id);
create index webhook_messages_by_time on webhook_messages (at);
grant insert, select on webhook_messages to parley_web, parley_worker;

-- One row for each try.
create table webhook_deliveries (
  id bigint generated always as identity not null,
  public_id text not null,
  endpoint_id bigint not null,
  -- Null for the check of an address.
  message_id bigint,
  cause text not null,
  attempt int not null,
  planned_at timestamptz not null,
  -- Nobody else sends it until then.
  taken_until timestamptz,
  ended_at timestamptz,
  is_accepted boolean,
  http_status int,
  ms int,
  fault text,
  answer text,
  primary key (id),
  constraint webhook_deliveries_public_id_key unique (public_id),
  constraint webhook_deliveries_cause_check check (cause in ('check', 'event', 'retry', 'replay', 'test')),
  constraint webhook_deliveries_message_check check ((message_id is null) = (cause = 'check')),
  constraint webhook_deliveries_end_check check ((ended_at is null) = (is_accepted is null))
);
alter table webhook_deliveries add foreign key (endpoint_id) references webhook_endpoints(id) on delete cascade;
alter table webhook_deliveries add foreign key (message_id) references webhook_messages(id) on delete cascade;
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, planned_at, id) where ended_at is null;
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_of_message on webhook_deliveries (message_id);
create index webhook_deliveries_asked on webhook_deliveries (planned_at, id) where ended_at is null and cause in ('check', 'test');
create index webhook_deliveries_ended on webhook_deliveries (endpoint_id, ended_at);
create index webhook_deliveries_of_checks on webhook_deliveries (id) where message_id is null;
-- A message waits once for an endpoint, however often a user requests it.
create unique index webhook_deliveries_once on webhook_deliveries (endpoint_id, message_id) where ended_at is null;
grant insert, select on webhook_deliveries to parley_web, parley_worker;
grant update (taken_until, ended_at, is_accepted, http_status, ms, fault, answer) on webhook_deliveries to parley_worker;

-- reach/messenger

create table messenger_profiles (
  user_id bigint not null,
  accepts text not null,
  changed_at timestamptz not null,
  primary key (user_id),
  constraint messenger_profiles_accepts_check check (accepts in ('everyone', 'verified', 'trade_partners', 'nobody'))
);
alter table messenger_profiles add foreign key (user_id) references users(id);
grant insert, select, update on messenger_profiles to parley_web;

-- One for each pair of users.
create table direct_conversations (
  id bigint generated always as identity not null,
  hash text not null,
  low_id bigint not null,
  high_id bigint not null,
  started_by bigint not null,
  created_from text not null,
  -- The number of its newest message. The row is locked by each message, so numbers have no gaps and are committed in order.
  last_seq int not null default 0,
  -- The other side accepted or answered: until then a few messages may be sent, without links and files.
  is_answered boolean not null default false,
  created_at timestamptz not null,
  -- An account was closed: nobody writes any more.
  closed_at timestamptz,
  primary key (id),
  constraint direct_conversations_hash_key unique (hash),
  constraint direct_conversations_pair_key unique (low_id, high_id),
  constraint direct_conversations_pair_check check (low_id < high_id),
  constraint direct_conversations_started_by_check check (started_by in (low_id, high_id)),
  constraint direct_conversations_created_from_check check (created_from in ('profile', 'offer', 'trade'))
);
alter table direct_conversations add foreign key (low_id) references users(id);
alter table direct_conversations add foreign key (high_id) references users(id);
alter table direct_conversations add foreign key (started_by) references users(id);
create index direct_conversations_of_high on direct_conversations (high_id);
create index direct_conversations_of_starter on direct_conversations (started_by, created_at);
grant insert, select on direct_conversations to parley_web;
grant update (last_seq, is_answered) on direct_conversations to parley_web, parley_worker;
grant select on direct_conversations to parley_worker;

create table direct_members (
  conversation_id bigint not null,
  user_id bigint not null,
  other_id bigint not null,
  state text not null,
  read_seq int not null default 0,
  unread int not null default 0,
  is_muted boolean not null default false,
  is_archived boolean not null default false,
  -- Of its newest message: the order of the list.
  last_at timestamptz not null,
  primary key (conversation_id, user_id),
  constraint direct_members_state_check check (state in ('accepted', 'request', 'declined')),
  constraint direct_members_unread_check check (unread >= 0)
);
alter table direct_members add foreign key (conversation_id) references direct_conversations(id);
alter table direct_members add foreign key (user_id) references users(id);
alter table direct_members add foreign key (other_id) references users(id);
create index direct_members_of_user on direct_members (user_id, last_at desc, conversation_id desc);
create index direct_members_of_other on direct_members (other_id);
create index direct_members_unread on direct_members (user_id) where unread > 0;
grant insert, select on direct_members to parley_web;
grant update (state, read_seq, unread, is_muted, is_archived, last_at) on direct_members to parley_web, parley_worker;
grant select on direct_members to parley_worker;

create table direct_messages (
  id bigint generated always as identity not null,
  conversation_id bigint not null,
  seq int not null,
  author_id bigint not null,
  kind text not null,
  -- Sealed for its conversation and number; empty words of a file or an offer as well.
  body_sealed bytea not null,
  upload_id bigint,
  offer_id bigint,
  at timestamptz not null,
  primary key (id),
  constraint direct_messages_seq_key unique (conversation_id, seq),
  constraint direct_messages_kind_check check (kind in ('text', 'file', 'offer')),
  constraint direct_messages_file_check check ((kind = 'file') = (upload_id is not null)),
  constraint direct_messages_offer_check check ((kind = 'offer') = (offer_id is not null))
);
alter table direct_messages add foreign key (conversation_id) references direct_conversations(id);
alter table direct_messages add foreign key (author_id) references users(id);
alter table direct_messages add foreign key (upload_id) references uploads(id);
alter table direct_messages add foreign key (offer_id) references offers(id);
create index direct_messages_of_author on direct_messages (author_id, at);
create index direct_messages_of_upload on direct_messages (upload_id) where upload_id is not null;
create index direct_messages_of_offer on direct_messages (offer_id) where offer_id is not null;
create index direct_messages_by_time on direct_messages (at);
grant insert, select on direct_messages to parley_web, parley_worker;

create table direct_reports (
  id bigint generated always as identity not null,
  number text not null,
  conversation_id bigint not null,
  reporter_id bigint not null,
  reported_id bigint not null,
  reason text not null,
  -- What the reporter adds; null without.
  words_sealed bytea,
  reported_at timestamptz not null,
  outcome text,
  closed_by bigint,
  closed_at timestamptz,
  closed_why text,
  primary key (id),
  constraint direct_reports_number_key unique (number),
  constraint direct_reports_reason_check check (reason in ('scam', 'outside_escrow', 'abuse', 'spam', 'impersonation', 'other')),
  constraint direct_reports_outcome_check check (outcome in ('upheld', 'dismissed')),
  constraint direct_reports_closed_check check (num_nonnulls(outcome, closed_by, closed_at, closed_why) in (0, 4))
);
alter table direct_reports add foreign key (conversation_id) references direct_conversations(id);
alter table direct_reports add foreign key (reporter_id) references users(id);
alter table direct_reports add foreign key (reported_id) references users(id);
alter table direct_reports add foreign key (closed_by) references users(id);
create unique index direct_reports_once on direct_reports (conversation_id, reporter_id) where outcome is null;
create index direct_reports_waiting on direct_reports (reported_at, id) where outcome is null;
create index direct_reports_of_reporter on direct_reports (reporter_id, reported_at);
create index direct_reports_of_reported on direct_reports (reported_id);
create index direct_reports_closed on direct_reports (closed_at) where outcome is not null;
grant insert, select on direct_reports to parley_web;

-- The reported message and the ten before it, as they were then. Staff read them by the function that notes who looked.
create table direct_report_messages (
  report_id bigint not null,
  seq int not null,
  author_id bigint not null,
  kind text not null,
  body_sealed bytea not null,
  file_name text,
  at timestamptz not null,
  primary key (report_id, seq)
);
alter table direct_report_messages add foreign key (report_id) references direct_reports(id) on delete cascade;
alter table direct_report_messages add foreign key (author_id) references users(id);
grant insert on direct_report_messages to parley_web;

-- reach/partners

-- By whom a user came: decided once, at registration or by hand soon after. A code that was refused leaves a row without a referrer. A
-- referrer is an older account, so no chain returns to its beginning.
create table referrals (
  user_id bigint not null,
  tier1 bigint,
  tier2 bigint,
  -- As it was entered; empty once the account of the user or of the referrer is closed.
  code text not null,
  source text not null,
  refused text,
  at timestamptz not null,
  -- Fees booked from then on are shared with no referrer.
  ends_at timestamptz,
  -- Staff decided that the accounts belong together.
  voided_at timestamptz,
  primary key (user_id),
  constraint referrals_code_check check (char_length(code) <= 40),
  constraint referrals_chain_check check (tier1 < user_id and (tier2 is null or tier2 < tier1)),
  constraint referrals_refused_check check (refused in ('unknown', 'look_alike', 'own', 'younger')),
  constraint referrals_one_outcome check ((tier1 is null) = (refused is not null) and (tier1 is null) = (ends_at is null)
    and (tier1 is not null or (tier2 is null and voided_at is null))),
  constraint referrals_source_check check (source in ('registration', 'hand'))
);
alter table referrals add foreign key (user_id) references users(id);
alter table referrals add foreign key (tier1) references users(id);
alter table referrals add foreign key (tier2) references users(id);
create index referrals_of_tier1 on referrals (tier1, at desc);
create index referrals_of_tier2 on referrals (tier2) where tier2 is not null;
grant select on referrals to parley_web, parley_worker;

-- Shares of the fee, and what an ambassador of a level gets for a newcomer (tier 0), by version: each reward names its own.
create table reward_rates (
  id bigint generated always as identity not null,
  tier smallint not null,
  rate_bp int not null,
  months int not null,
  -- The fee counts up to this share of the trade.
  cap_bp int not null,
  valid_from timestamptz not null,
  level text,
  -- Of USDT.
  fixed_units bigint,
  primary key (id),
  constraint reward_rates_version_key unique nulls not distinct (tier, level, valid_from),
  constraint reward_rates_cap_bp_check check (cap_bp >= 0 and cap_bp <= 10000),
  constraint reward_rates_months_check check (months > 0),
  constraint reward_rates_rate_bp_check check (rate_bp >= 0 and rate_bp <= case tier when 1 then 7000 when 2 then 3000 else 0 end),
  constraint reward_rates_tier_check check (tier in (0, 1, 2)),
  constraint reward_rates_level_check check ((tier = 0) = (level is not null) and (tier = 0) = (fixed_units is not null) and level in ('peer', 'ambassador', 'associate') and fixed_units >= 0)
);
create trigger reward_rates_append_only before delete or update on reward_rates for each statement execute function refuse_change();
create trigger reward_rates_never_truncated before truncate on reward_rates for each statement execute function refuse_change();
grant select on reward_rates to parley_web, parley_worker;

-- Fees that were booked, and trades whose chargeback moved on, until a batch of the worker has looked at them.
create table reward_dues (
  kind text not null,
  trade_id bigint not null,
  round int not null,
  currency text not null,
  primary key (kind, trade_id, round),
  constraint reward_dues_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint reward_dues_kind_check check (kind in ('fee', 'review'))
);
alter table reward_dues add foreign key (trade_id) references trades(id);
create index reward_dues_of_currency on reward_dues (currency, kind, trade_id);
grant select on reward_dues to parley_worker;

create table reward_claims (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  currency text not null,
  units bigint not null,
  at timestamptz not null,
  primary key (id),
  constraint reward_claims_hash_key unique (hash),
  constraint reward_claims_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint reward_claims_units_check check (units > 0)
);
alter table reward_claims add foreign key (user_id) references users(id);
create index reward_claims_of_user on reward_claims (user_id, id desc);
create trigger reward_claims_append_only before delete or update on reward_claims for each statement execute function refuse_change();
create trigger reward_claims_never_truncated before truncate on reward_claims for each statement execute function refuse_change();
grant select on reward_claims to parley_web, parley_worker;

-- Fees of products that the ledger booked of referred users, by journal; negative where one was given back. A reward is for all fees of one
-- subject: an order, or the spot trades of a day.
create table product_fees (
  journal_id bigint not null,
  person_id bigint not null,
  subject text not null,
  -- The purpose of the operator's account that has the fee.
  purpose text not null,
  currency text not null,
  units bigint not null,
  -- What was ordered or traded for this fee, or given back with it.
  volume_units bigint not null,
  at timestamptz not null,
  due_at timestamptz not null,
  -- Of its rewards; null until a batch has looked at it.
  round int,
  primary key (journal_id, person_id, currency),
  constraint product_fees_units_check check (units <> 0 and volume_units <> 0),
  constraint product_fees_purpose_check check (purpose ~ '^fees_[a-z]+$'),
  constraint product_fees_currency_check check (currency in ('BTC', 'ETH', 'USDT'))
);
alter table product_fees add foreign key (journal_id) references journals(id);
alter table product_fees add foreign key (person_id) references users(id);
create index product_fees_of_subject on product_fees (subject, person_id, purpose, currency);
create index product_fees_waiting on product_fees (currency, due_at) where round is null;
grant select on product_fees to parley_worker;

-- What the journals were when fees of products were last looked for: the snapshot, in the cluster that it is of.
create table product_fees_mark (
  only_row boolean not null default true,
  snapshot pg_snapshot not null,
  system_identifier bigint not null,
  -- Fees from before it are not shared.
  since timestamptz not null,
  primary key (only_row),
  constraint product_fees_mark_only_row_check check (only_row)
);

-- What a referrer gets of the fee of one trade or of the fees of a product, or why it is nothing; of tier 0, what an ambassador gets for a newcomer, with the trade
-- that made it due. A reward whose fee was reversed after it was claimed has a second,
-- negative row.
create table reward_entries (
  id bigint generated always as identity not null,
  trade_id bigint,
  round int not null,
  -- Who was referred, and the other side of the trade.
  person_id bigint not null,
  partner_id bigint,
  referrer_id bigint not null,
  tier smallint not null,
  rate_id bigint not null,
  currency text not null,
  -- What counts of the fee: after discounts and cashback, up to the cap, halved where both sides were referred.
  fee_units bigint not null,
  units bigint not null,
  status text not null,
  why text,
  at timestamptz not null,
  held_until timestamptz not null,
  claim_id bigint,
  reverses bigint,
  -- Of fees of a product: whose, and the purpose of the operator's account that has them.
  subject text,
  purpose text not null default 'fees',
  primary key (id),
  constraint reward_entries_reverses_key unique (reverses),
  constraint reward_entries_claim_check check ((status = 'claimed') = (claim_id is not null)),
  constraint reward_entries_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint reward_entries_fee_units_check check (fee_units >= 0 and (tier = 0 or units <= fee_units)),
  constraint reward_entries_subject_check check ((trade_id is null) = (subject is not null) and (partner_id is null) = (trade_id is null)
    and (purpose = 'fees') = (subject is null)),
  constraint reward_entries_not_own_check check (referrer_id <> person_id),
  constraint reward_entries_status_check check (status in ('held', 'open', 'claimed', 'cancelled')),
  constraint reward_entries_tier_check check (tier in (0, 1, 2)),
  constraint reward_entries_units_check check (
    case when reverses is null then units >= 0 and (units > 0 or status = 'cancelled') else units < 0 and status <> 'held' end),
  constraint reward_entries_why_check check (
    (why is not null) = (status = 'cancelled' or reverses is not null) and
    why in ('own_trade', 'household', 'payout_account', 'pair_limit', 'closed', 'off', 'voided', 'no_fee', 'too_small', 'fee_reversed'))
);
alter table reward_entries add foreign key (trade_id) references trades(id);
alter table reward_entries add foreign key (person_id) references users(id);
alter table reward_entries add foreign key (partner_id) references users(id);
alter table reward_entries add foreign key (referrer_id) references users(id);
alter table reward_entries add foreign key (rate_id) references reward_rates(id);
alter table reward_entries add foreign key (claim_id) references reward_claims(id);
alter table reward_entries add foreign key (reverses) references reward_entries(id);
create unique index reward_entries_once on reward_entries (trade_id, round, person_id, referrer_id, tier) where reverses is null;
create unique index reward_entries_of_subject on reward_entries (subject, person_id, purpose, currency, round, referrer_id, tier)
  where subject is not null and reverses is null;
create unique index reward_entries_of_newcomer on reward_entries (person_id) where tier = 0 and reverses is null;
create index reward_entries_of_referrer on reward_entries (referrer_id, id desc);
create index reward_entries_of_person on reward_entries (person_id, id desc);
create index reward_entries_held on reward_entries (currency, held_until) where status = 'held';
create index reward_entries_open on reward_entries (referrer_id, currency) where status in ('held', 'open');
create index reward_entries_of_pair on reward_entries (least(person_id, partner_id), greatest(person_id, partner_id), at) where units > 0 and tier = 1;
create index reward_entries_of_claim on reward_entries (claim_id) where claim_id is not null;
grant select on reward_entries to parley_web, parley_worker;

-- Visits by a link and registrations with its code, as counts: nobody who came is in it.
create table partner_clicks (
  code text not null,
  day date not null,
  country text not null,
  clicks int not null default 0,
  sign_ups int not null default 0,
  primary key (code, day, country),
  constraint partner_clicks_country_check check (country ~ '^[A-Z]{2}$')
);
create index partner_clicks_by_day on partner_clicks (day);
grant select on partner_clicks to parley_web, parley_worker;

-- Accounts that belong together by a rule and earned from each other, for staff to look at. A decision for them ends the rule between them.
create table partner_cases (
  id bigint generated always as identity not null,
  number text not null,
  rule text not null,
  people bigint[] not null,
  -- Rewards that the rule kept back, and the newest trade of them.
  findings int not null,
  trade_id bigint,
  status text not null default 'open',
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  resolution text,
  primary key (id),
  constraint partner_cases_number_key unique (number),
  constraint partner_cases_number_check check (number ~ '^PARTNER-[0-9]{6,}$'),
  constraint partner_cases_people_check check (cardinality(people) >= 2),
  constraint partner_cases_resolution_check check (char_length(resolution) >= 3 and char_length(resolution) <= 1000),
  constraint partner_cases_rule_check check (rule in ('household', 'payout_account', 'pair_limit')),
  constraint partner_cases_status_check check (status in ('open', 'dismissed', 'confirmed', 'merged')),
  constraint partner_cases_decided_check check ((status in ('dismissed', 'confirmed')) = (num_nonnulls(decided_by, decided_at, resolution) = 3))
);
alter table partner_cases add foreign key (trade_id) references trades(id);
alter table partner_cases add foreign key (decided_by) references users(id);
create index partner_cases_open on partner_cases (opened_at) where status = 'open';
create index partner_cases_of_people on partner_cases using gin (people);
grant select on partner_cases to parley_web;

-- Who speaks for the market, by a level that two of the staff gave.
create table ambassadors (
  user_id bigint not null,
  level text not null,
  since timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id),
  constraint ambassadors_level_check check (level in ('peer', 'ambassador', 'associate'))
);
alter table ambassadors add foreign key (user_id) references users(id);
grant select on ambassadors to parley_web;

-- Users who ask to become ambassadors, each with one open application at most.
create table ambassador_applications (
  id bigint generated always as identity not null,
  number text not null,
  user_id bigint not null,
  -- Empty once the account is closed.
  words text not null,
  status text not null default 'sent',
  sent_at timestamptz not null,
  changed_at timestamptz not null,
  decided_by bigint,
  primary key (id),
  constraint ambassador_applications_number_key unique (number),
  constraint ambassador_applications_number_check check (number ~ '^AMBASSADOR-[0-9]{6,}$'),
  constraint ambassador_applications_words_check check (char_length(words) <= 2000),
  constraint ambassador_applications_status_check check (status in ('sent', 'interview', 'accepted', 'declined', 'withdrawn'))
);
alter table ambassador_applications add foreign key (user_id) references users(id);
alter table ambassador_applications add foreign key (decided_by) references users(id);
create unique index ambassador_applications_open on ambassador_applications (user_id) where status in ('sent', 'interview');
create index ambassador_applications_of_user on ambassador_applications (user_id, id desc);
create index ambassador_applications_waiting on ambassador_applications (id) where status in ('sent', 'interview');
grant select on ambassador_applications to parley_web;

-- What staff noted of an application, such as of the interview.
create table ambassador_notes (
  id bigint generated always as identity not null,
  application_id bigint not null,
  staff_id bigint not null,
  text text not null,
  at timestamptz not null,
  primary key (id),
  constraint ambassador_notes_text_check check (char_length(text) >= 3 and char_length(text) <= 2000)
);
alter table ambassador_notes add constraint ambassador_notes_text_said check (is_said(text)) not valid;
alter table ambassador_notes add foreign key (application_id) references ambassador_applications(id);
alter table ambassador_notes add foreign key (staff_id) references users(id);
create index ambassador_notes_of_application on ambassador_notes (application_id, id);
grant select on ambassador_notes to parley_web;

-- Newcomers who came by the link of an ambassador: once, soon after the registration. The reward is due when they are verified and have
-- traded before ends_at.
create table ambassador_assignments (
  newcomer_id bigint not null,
  ambassador_id bigint not null,
  at timestamptz not null,
  ends_at timestamptz not null,
  is_rewarded boolean not null default false,
  primary key (newcomer_id),
  constraint ambassador_assignments_not_own_check check (newcomer_id <> ambassador_id)
);
alter table ambassador_assignments add foreign key (newcomer_id) references users(id);
alter table ambassador_assignments add foreign key (ambassador_id) references users(id);
create index ambassador_assignments_of on ambassador_assignments (ambassador_id, at desc);
create index ambassador_assignments_waiting on ambassador_assignments (ends_at) where not is_rewarded;
grant select on ambassador_assignments to parley_web, parley_worker;

-- The reward for the lesson of the program (watch-and-learn): once a person, paid at once.
create table lesson_rewards (
  user_id bigint not null,
  lesson text not null,
  hash text not null,
  -- Of USDT.
  units bigint not null,
  at timestamptz not null,
  primary key (user_id),
  constraint lesson_rewards_hash_key unique (hash),
  constraint lesson_rewards_lesson_check check (lesson ~ '^[a-z0-9-]{1,60}$'),
  constraint lesson_rewards_units_check check (units > 0)
);
alter table lesson_rewards add foreign key (user_id) references users(id);
create index lesson_rewards_by_time on lesson_rewards (at);
create trigger lesson_rewards_append_only before delete or update on lesson_rewards for each statement execute function refuse_change();
create trigger lesson_rewards_never_truncated before truncate on lesson_rewards for each statement execute function refuse_change();
grant select on lesson_rewards to parley_web, parley_worker;

-- reach/exports

create table record_exports (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  format text not null,
  profile text not null,
  -- Of the texts in the file.
  locale text not null,
  filters jsonb not null,
  status text not null default 'pending',
  fault text,
  -- Each try makes the file anew; what an earlier one still writes is refused.
  tries int not null default 0,
  row_count int,
  rows_done int not null default 0,
  bytes bigint,
  digest text,
  -- The version of the secret that its pieces are sealed with.
  sealed_with int,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  source text not null,
  primary key (id),
  constraint record_exports_source_check check (source in ('trades', 'history', 'statement')),
  constraint record_exports_hash_key unique (hash),
  constraint record_exports_format_check check (format in ('csv', 'xlsx', 'pdf')),
  constraint record_exports_profile_check check (profile in ('plain', 'koinly', 'rotki') and (profile = 'plain' or format = 'csv')),
  constraint record_exports_status_check check (status in ('pending', 'in_progress', 'generating', 'completed', 'failed', 'missing', 'cancelled', 'no_data')),
  constraint record_exports_made_check check ((status = 'completed') = (bytes is not null and digest is not null and expires_at is not null)),
  constraint record_exports_fault_check check ((status in ('failed', 'missing')) = (fault is not null))
);
alter table record_exports add foreign key (user_id) references users(id);
create index record_exports_of_user on record_exports (user_id, id desc);
create unique index record_exports_running on record_exports (user_id) where status in ('pending', 'in_progress', 'generating');
create index record_exports_by_time on record_exports (created_at);
create index record_exports_expiring on record_exports (expires_at) where status = 'completed';
create index record_exports_given_up on record_exports (finished_at) where status in ('cancelled', 'failed');
grant insert, select on record_exports to parley_web;
grant update (status, finished_at) on record_exports to parley_web;
grant select, update on record_exports to parley_worker;

create table record_export_pieces (
  export_id bigint not null,
  place int not null,
  -- Sealed with the secret that is not in the database.
  sealed bytea not null,
  primary key (export_id, place)
);
alter table record_export_pieces add foreign key (export_id) references record_exports(id) on delete cascade;
grant select on record_export_pieces to parley_web;
grant delete, insert, select on record_export_pieces to parley_worker;

-- reach/translations

-- Users who accept that a program of the operator translates what others wrote to them. Withdrawing it deletes the row.
create table translation_acceptances (
  user_id bigint not null,
  accepted_at timestamptz not null,
  primary key (user_id)
);
alter table translation_acceptances add foreign key (user_id) references users(id);
grant insert, select, delete on translation_acceptances to parley_web;
grant select on translation_acceptances to parley_worker;

-- staff/audit

-- All acts up to one, by the link of that one.
create table audit_batches (
  number bigint not null,
  -- The last act of it, and how many there were up to it.
  last_act bigint not null,
  acts bigint not null,
  chain bytea not null,
  previous bytea not null,
  digest bytea not null,
  at timestamptz not null,
  -- The signer's; null until it has.
  signature text,
  primary key (number),
  constraint audit_batches_digest_key unique (digest),
  constraint audit_batches_acts_check check (acts > 0),
  constraint audit_batches_chain_check check (length(chain) = 32),
  constraint audit_batches_digest_check check (length(digest) = 32),
  constraint audit_batches_number_check check (number > 0),
  constraint audit_batches_previous_check check (length(previous) = 32),
  constraint audit_batches_signature_check check ((char_length(signature) >= 1) and (char_length(signature) <= 200))
);
alter table audit_batches add foreign key (last_act) references staff_acts(id);
grant select on audit_batches to parley_signer, parley_web, parley_worker;

-- staff/exposure

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

-- Orders of the operator, each to follow an advice. On the own spot markets: planned with its own id, placed with money of the inventory, and ended
-- with what came of it back in the inventory, by an account that never has money of the inventory otherwise. At a venue outside: with money there.
create table house_orders (
  id bigint generated always as identity not null,
  -- The client's id at the market, stored before the order is placed.
  external_ref text not null,
  venue text not null default 'spot',
  advice_id bigint not null,
  user_id bigint,
  market text not null,
  side text not null,
  lots bigint not null,
  price_ticks bigint not null,
  -- The way back to the target when it was planned, which no order goes beyond.
  way_units bigint not null,
  lot_units bigint not null,
  -- What left the inventory for it.
  given_units bigint,
  order_id bigint,
  -- Outside, as the venue says at the end, and when the order was sent.
  filled_units bigint not null default 0,
  quote_units bigint not null default 0,
  base_fee_units bigint not null default 0,
  quote_fee_units bigint not null default 0,
  submitted_at timestamptz,
  status text not null default 'planned',
  why text,
  planned_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint house_orders_external_ref_key unique (external_ref),
  constraint house_orders_order_id_key unique (order_id),
  constraint house_orders_external_ref_check check (external_ref ~ '^[A-Za-z0-9]{10,32}$'),
  constraint house_orders_side_check check (side in ('buy', 'sell')),
  constraint house_orders_sizes_check check (lots > 0 and price_ticks > 0 and lot_units > 0 and lots * lot_units <= way_units),
  constraint house_orders_status_check check (status in ('planned', 'placed', 'unknown', 'ended', 'refused', 'missing')),
  constraint house_orders_venue_check check (venue in ('spot', 'okx') and (venue = 'spot') = (user_id is not null) and (venue <> 'spot' or status <> 'unknown')),
  constraint house_orders_filled_check check (
    filled_units between 0 and lots * lot_units and quote_units >= 0 and base_fee_units >= 0 and quote_fee_units >= 0
    and (venue <> 'spot' or filled_units = 0)),
  constraint house_orders_placed_check check (
    (venue = 'spot' and status in ('placed', 'ended', 'missing')) = (order_id is not null) and (order_id is null) = (given_units is null)),
  constraint house_orders_ended_check check ((status in ('planned', 'placed', 'unknown')) = (ended_at is null)),
  constraint house_orders_why_check check ((status = 'refused') = (why is not null))
);
alter table house_orders add foreign key (advice_id) references house_advice(id);
alter table house_orders add foreign key (user_id) references users(id);
alter table house_orders add foreign key (order_id) references spot_orders(id);
create unique index house_orders_open on house_orders (market) where status in ('planned', 'placed', 'unknown');
create index house_orders_of_advice on house_orders (advice_id, id desc);
grant select on house_orders to parley_web, parley_worker;

-- What the operator has at a venue outside, as it was read there.
create table venue_balances (
  venue text not null,
  currency text not null,
  units bigint not null,
  read_at timestamptz not null,
  primary key (venue, currency),
  constraint venue_balances_venue_check check (venue in ('okx')),
  constraint venue_balances_currency_check check (currency in ('BTC', 'ETH', 'USDT'))
);
grant select on venue_balances to parley_web, parley_worker;

-- staff/support

-- Requests for help: of users, and of guests who confirmed a mailbox. Owned by staff/support.
create table support_tickets (
  id bigint generated always as identity not null,
  -- As users and staff name it.
  number text not null,
  -- The user; null for a guest, of whom there is the confirmed email.
  user_id bigint,
  email_sealed bytea,
  email_index bytea,
  lang text not null,
  topic text not null,
  priority text not null,
  -- The user's own trade, send-out, offer or verification that the ticket is about.
  object_kind text,
  object_ref text,
  status text not null default 'new',
  -- The member of staff in charge; those who may read it are in support_assignments.
  assignee_id bigint,
  opened_at timestamptz not null,
  first_reply_due timestamptz not null,
  answered_at timestamptz,
  -- When staff must have answered; null while nothing of the user is unanswered.
  reply_due timestamptz,
  solve_due timestamptz not null,
  -- The time to solve does not run while staff wait for the user: since then.
  paused_at timestamptz,
  -- The nearer of the two, while staff have to act.
  due_at timestamptz generated always as (
    case when status in ('new', 'open') then least(reply_due, solve_due) end
  ) stored,
  last_seq int not null default 0,
  last_at timestamptz not null,
  solved_at timestamptz,
  closed_at timestamptz,
  merged_into bigint,
  rating int,
  rating_sealed bytea,
  rated_at timestamptz,
  primary key (id),
  constraint support_tickets_number_key unique (number),
  constraint support_tickets_number_check check (number ~ '^[0-9]{12}$'),
  constraint support_tickets_person_check check ((user_id is null) <> (email_sealed is null)),
  constraint support_tickets_email_check check ((email_sealed is null) = (email_index is null)),
  constraint support_tickets_lang_check check (lang ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$'),
  constraint support_tickets_priority_check check (priority in ('normal', 'high', 'urgent')),
  constraint support_tickets_object_check check ((object_kind is null) = (object_ref is null)),
  constraint support_tickets_object_kind_check check (object_kind in ('trade', 'send_out', 'offer', 'verification')),
  constraint support_tickets_status_check check (status in ('new', 'open', 'waiting', 'solved', 'closed')),
  constraint support_tickets_solved_check check (status <> 'solved' or solved_at is not null),
  constraint support_tickets_closed_check check ((status = 'closed') = (closed_at is not null)),
  constraint support_tickets_merged_check check (merged_into is null or (status = 'closed' and merged_into <> id)),
  constraint support_tickets_rating_check check (rating between 1 and 5),
  constraint support_tickets_rated_check check ((rating is null) = (rated_at is null) and (rating_sealed is null or rating is not null))
);
alter table support_tickets add foreign key (user_id) references users(id);
alter table support_tickets add foreign key (assignee_id) references users(id);
alter table support_tickets add foreign key (merged_into) references support_tickets(id) on delete set null;
create index support_tickets_of_user on support_tickets (user_id, id) where user_id is not null;
create index support_tickets_of_email on support_tickets (email_index) where email_index is not null;
create index support_tickets_due on support_tickets (due_at, id) where due_at is not null;
create index support_tickets_waiting on support_tickets (last_at, id) where status = 'waiting';
create index support_tickets_solved on support_tickets (solved_at, id) where status = 'solved';
create index support_tickets_ended on support_tickets (last_at, id) where status in ('solved', 'closed');
create index support_tickets_closed on support_tickets (closed_at) where status = 'closed';
create index support_tickets_merged on support_tickets (merged_into) where merged_into is not null;
create index support_tickets_of_assignee on support_tickets (assignee_id) where assignee_id is not null;
grant insert, select on support_tickets to parley_web;
grant update (status, assignee_id, answered_at, reply_due, solve_due, paused_at, last_seq, last_at, solved_at, closed_at, merged_into, rating, rating_sealed, rated_at)
  on support_tickets to parley_web;
grant select, update (status, first_reply_due, answered_at, reply_due, solve_due, paused_at, last_seq, last_at, solved_at, closed_at)
  on support_tickets to parley_worker;

-- Numbered without gaps. Notes are of the staff, for the staff.
create table support_messages (
  ticket_id bigint not null,
  seq int not null,
  kind text not null,
  author text not null,
  -- Who of the staff wrote it.
  staff_id bigint,
  body_sealed bytea,
  -- The step that a system message names.
  step text,
  at timestamptz not null,
  primary key (ticket_id, seq),
  constraint support_messages_kind_check check (kind in ('message', 'note', 'system')),
  constraint support_messages_author_check check (author in ('person', 'staff', 'platform')),
  constraint support_messages_note_check check (kind <> 'note' or author = 'staff'),
  constraint support_messages_body_check check ((kind = 'system') = (body_sealed is null) and (kind = 'system') = (step is not null)),
  constraint support_messages_staff_check check (author <> 'staff' or staff_id is not null)
);
alter table support_messages add foreign key (ticket_id) references support_tickets(id) on delete cascade;
alter table support_messages add foreign key (staff_id) references users(id);
create index support_messages_of_staff on support_messages (staff_id) where staff_id is not null;
create trigger support_messages_in_order before insert on support_messages for each row execute function support_message_in_order();
grant insert, select on support_messages to parley_web, parley_worker;

-- Who of the staff may read and answer a ticket, and since when: by taking it, joining it, or being given it.
create table support_assignments (
  ticket_id bigint not null,
  staff_id bigint not null,
  since timestamptz not null,
  ended_at timestamptz,
  primary key (ticket_id, staff_id, since)
);
alter table support_assignments add foreign key (ticket_id) references support_tickets(id) on delete cascade;
alter table support_assignments add foreign key (staff_id) references users(id);
create index support_assignments_of_staff on support_assignments (staff_id) where ended_at is null;
create unique index support_assignments_once on support_assignments (ticket_id, staff_id) where ended_at is null;
grant insert, select, update (ended_at) on support_assignments to parley_web;

-- What happened to a ticket, for its staff.
create table support_events (
  id bigint generated always as identity not null,
  ticket_id bigint not null,
  kind text not null,
  staff_id bigint,
  -- The reason of a handover, or the number of the other ticket.
  detail text not null default '',
  at timestamptz not null,
  primary key (id)
);
alter table support_events add foreign key (ticket_id) references support_tickets(id) on delete cascade;
alter table support_events add foreign key (staff_id) references users(id);
create index support_events_of_ticket on support_events (ticket_id, id);
create index support_events_of_staff on support_events (staff_id) where staff_id is not null;
grant insert, select on support_events to parley_web, parley_worker;

-- Files of users in a ticket; encrypted, each with a key of its own. Without a file key it is a place that a guest may fill once.
create table support_files (
  id bigint generated always as identity not null,
  hash text not null,
  -- The user who uploaded it, or the ticket of the guest.
  user_id bigint,
  ticket_id bigint,
  -- The message it was sent with.
  seq int,
  name text,
  mime_type text,
  size_bytes int,
  file_key text,
  key_sealed bytea,
  created_at timestamptz not null,
  -- When a guest began to fill the place.
  taken_at timestamptz,
  primary key (id),
  constraint support_files_hash_key unique (hash),
  constraint support_files_owner_check check (user_id is not null or ticket_id is not null),
  constraint support_files_sent_check check (seq is null or (ticket_id is not null and file_key is not null)),
  constraint support_files_file_check check ((file_key is null) = (key_sealed is null) and (file_key is null) = (name is null) and (file_key is null) = (mime_type is null) and (file_key is null) = (size_bytes is null)),
  constraint support_files_mime_type_check check (mime_type in ('image/jpeg', 'image/png', 'application/pdf'))
);
alter table support_files add foreign key (user_id) references users(id);
alter table support_files add foreign key (ticket_id) references support_tickets(id) on delete cascade;
create index support_files_of_ticket on support_files (ticket_id, seq) where ticket_id is not null;
create index support_files_of_user on support_files (user_id) where user_id is not null;
create index support_files_loose on support_files (created_at) where seq is null;
grant insert, select, update (ticket_id, seq, name, mime_type, size_bytes, file_key, key_sealed, taken_at) on support_files to parley_web;

-- Codes by email of guests; bound to the address, which is not stored.
create table support_codes (
  secret_hash text not null,
  code_hash bytea not null,
  tries_left int not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  primary key (secret_hash),
  constraint support_codes_tries_check check (tries_left >= 0)
);
create index support_codes_by_time on support_codes (created_at);
grant insert, select, update (tries_left, spent_at) on support_codes to parley_web;

-- SHA-256 in hexadecimal of the links that open a guest's ticket.
create table support_links (
  token_hash text not null,
  ticket_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token_hash)
);
alter table support_links add foreign key (ticket_id) references support_tickets(id) on delete cascade;
create index support_links_of_ticket on support_links (ticket_id);
grant insert, select on support_links to parley_web;
grant insert on support_links to parley_worker;

create table support_canned_replies (
  key text not null,
  locale text not null,
  title text not null,
  body text not null,
  changed_by bigint not null,
  changed_at timestamptz not null,
  primary key (key, locale),
  constraint support_canned_replies_key_check check (key ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  constraint support_canned_replies_locale_check check (locale ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$')
);
alter table support_canned_replies add foreign key (changed_by) references users(id);
create index support_canned_replies_by_staff on support_canned_replies (changed_by);
grant delete, insert, select, update (title, body, changed_by, changed_at) on support_canned_replies to parley_web;

-- Wishes of users for the product. Others see one, and vote, once staff have opened it.
create table feature_requests (
  id bigint generated always as identity not null,
  hash text not null,
  author_id bigint,
  body text not null,
  status text not null default 'new',
  votes int not null default 0,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (id),
  constraint feature_requests_hash_key unique (hash),
  constraint feature_requests_status_check check (status in ('new', 'open', 'planned', 'done', 'declined'))
);
alter table feature_requests add foreign key (author_id) references users(id);
create index feature_requests_of_author on feature_requests (author_id, created_at) where author_id is not null;
create index feature_requests_by_votes on feature_requests (votes, id);
create index feature_requests_new on feature_requests (id) where status = 'new';
grant insert, select, update (status, votes, decided_at) on feature_requests to parley_web;

create table feature_votes (
  request_id bigint not null,
  user_id bigint not null,
  at timestamptz not null,
  primary key (request_id, user_id)
);
alter table feature_votes add foreign key (request_id) references feature_requests(id) on delete cascade;
alter table feature_votes add foreign key (user_id) references users(id);
create index feature_votes_of_user on feature_votes (user_id);
grant delete, insert, select on feature_votes to parley_web;

-- staff/console

create table invariant_checks (
  only_row boolean not null default true,
  checked_at timestamptz not null,
  broken int not null,
  took_ms int not null default 0,
  in_full_at timestamptz,
  in_full_ms int not null default 0,
  in_full_broken int not null default 0,
  primary key (only_row),
  constraint invariant_checks_broken_check check (broken >= 0),
  constraint invariant_checks_only_row_check check (only_row)
);
grant select on invariant_checks to parley_chain, parley_web, parley_worker;
grant insert, update on invariant_checks to parley_worker;

create table staff_changes (
  id bigint generated always as identity not null,
  hash text not null,
  kind text not null,
  -- The user whose role or level changes; null for halts.
  user_id bigint,
  -- The role, the level or the halt.
  detail text not null,
  -- What both prove.
  subject text not null,
  reason text not null,
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_by bigint,
  confirmed_at timestamptz,
  primary key (id),
  constraint staff_changes_hash_key unique (hash),
  constraint staff_changes_check check (confirmed_by <> proposed_by),
  constraint staff_changes_check1 check ((confirmed_by is null) = (confirmed_at is null)),
  constraint staff_changes_kind_check check (kind in ('grant_role', 'set_level', 'lift_halt', 'set_setting', 'post_journal', 'give_badge', 'give_perk', 'give_cashback', 'set_ambassador', 'end_order', 'end_cards', 'accept_lightning')),
  constraint staff_changes_reason_check check ((char_length(reason) >= 3) and (char_length(reason) <= 300))
);
alter table staff_changes add constraint staff_changes_reason_said check (is_said(reason)) not valid;
alter table staff_changes add foreign key (confirmed_by) references users(id);
alter table staff_changes add foreign key (proposed_by) references users(id);
alter table staff_changes add foreign key (user_id) references users(id);
create index staff_changes_of_journals on staff_changes (user_id) where kind = 'post_journal';
create index staff_changes_waiting on staff_changes (expires_at) where confirmed_at is null;
grant select on staff_changes to parley_web, parley_worker;

create table announcements (
  id bigint generated always as identity not null,
  kind text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  made_by bigint not null,
  made_at timestamptz not null,
  -- Taken off before its end.
  ended_by bigint,
  ended_at timestamptz,
  -- When cached pages were invalidated for its start and its end.
  began_at timestamptz,
  gone_at timestamptz,
  -- By language; one that was added later has none of an older announcement.
  texts jsonb not null,
  -- Of the status page, for maintenance; none are all of them.
  parts text[] not null default '{}',
  primary key (id),
  constraint announcements_check check (ends_at > starts_at),
  constraint announcements_check1 check ((ended_by is null) = (ended_at is null)),
  constraint announcements_kind_check check (kind in ('admin_alert', 'maintenance')),
  constraint announcements_parts_check check (kind = 'maintenance' or parts = '{}'),
  constraint announcements_texts_check check (
    texts ? 'en' and not jsonb_path_exists(texts, '$.* ? (!(@ like_regex "^.{1,255}.{0,45}$" flag "s") || !(@ like_regex "\\S"))'))
);
alter table announcements add constraint announcements_texts_said check (is_said(texts ->> 'en')) not valid;
alter table announcements add foreign key (ended_by) references users(id);
alter table announcements add foreign key (made_by) references users(id);
create index announcements_to_tell on announcements (starts_at, ends_at) where gone_at is null;
create trigger pages_show_announcements after insert or update on announcements for each statement execute function note_topic('site');
grant select on announcements to parley_web, parley_worker;

create table manual_journals (
  change_id bigint not null,
  journal_id bigint not null,
  usd_cents bigint not null,
  posted_at timestamptz not null,
  primary key (change_id),
  constraint manual_journals_journal_id_key unique (journal_id),
  constraint manual_journals_usd_cents_check check (usd_cents > 0)
);
alter table manual_journals add foreign key (change_id) references staff_changes(id);
alter table manual_journals add foreign key (journal_id) references journals(id);
create index manual_journals_by_time on manual_journals (posted_at);
grant select on manual_journals to parley_web, parley_worker;

create table staff_rights (
  act text not null,
  role text not null,
  primary key (act, role),
  constraint staff_rights_act_check check (act in ('companies', 'recoveries', 'screening', 'partners')),
  constraint staff_rights_role_check check (role in ('moderator', 'supermoderator', 'admin'))
);
grant select on staff_rights to parley_signer;

-- Each change of the database's timeline: a standby was promoted, or the data come from a backup. note_timeline writes it.
create table database_timelines (
  id bigint generated always as identity not null,
  -- Of the cluster; another one after a dump was restored.
  system_identifier bigint not null,
  timeline int not null,
  -- The one that was seen before in the same cluster; null in its first row.
  timeline_before int,
  seen_at timestamptz not null,
  primary key (id)
);
grant select on database_timelines to parley_web, parley_worker;

-- Restores that the operator has tried, as npm run admin recorded them.
create table restore_drills (
  id bigint generated always as identity not null,
  at timestamptz not null,
  -- What was missing after the restore, and how long it took.
  rpo_sec int not null,
  rto_sec int not null,
  note text not null,
  recorded_at timestamptz not null,
  primary key (id),
  constraint restore_drills_note_check check (char_length(note) <= 300),
  constraint restore_drills_rpo_sec_check check (rpo_sec >= 0),
  constraint restore_drills_rto_sec_check check (rto_sec >= 0)
);
create index restore_drills_by_time on restore_drills (at);
grant select on restore_drills to parley_web;

-- site/profiles

create table avatars (
  user_id bigint not null,
  name text not null,
  file_key text not null,
  set_at timestamptz not null,
  primary key (user_id),
  constraint avatars_name_key unique (name)
);
alter table avatars add foreign key (user_id) references users(id);
grant select on avatars to parley_web, parley_worker;

-- site/content

-- What readers say of articles of the help.
create table article_votes (
  -- The key of the page of text.
  article text not null constraint article_votes_article check (article ~ '^help/[a-z-]{1,40}/[a-z0-9-]{1,80}$'),
  -- A digest of the article and its reader.
  voter bytea not null constraint article_votes_voter check (octet_length(voter) = 32),
  is_helpful boolean not null,
  at timestamptz not null,
  primary key (article, voter)
);
grant select, insert, update (is_helpful, at) on article_votes to parley_web;

-- site/academy

-- How far each person is in the lessons of the academy.
create table lesson_progress (
  id bigint generated always as identity not null,
  user_id bigint not null,
  lesson text not null,
  -- Of the best try: questions that were answered right, and how many there were.
  score smallint not null,
  questions smallint not null,
  tries int not null,
  passed_at timestamptz,
  at timestamptz not null,
  primary key (id),
  constraint lesson_progress_once unique (user_id, lesson),
  constraint lesson_progress_lesson_check check (lesson ~ '^[a-z0-9-]{1,60}$'),
  constraint lesson_progress_score_check check (score >= 0 and score <= questions and questions <= 50),
  constraint lesson_progress_tries_check check (tries > 0)
);
alter table lesson_progress add foreign key (user_id) references users(id);
grant select, insert, update (score, questions, tries, passed_at, at) on lesson_progress to parley_web;

-- site/status

-- The parts of the market as they were looked at last.
create table status_parts (
  part text not null,
  looked_at timestamptz not null,
  -- What the newest five looks saw, the newest last: one bad look is no outage.
  looks text[] not null,
  primary key (part),
  constraint status_parts_looks_check check (cardinality(looks) between 1 and 5)
);
grant insert, select, update on status_parts to parley_worker;
grant select on status_parts to parley_web;

-- From when until when a part was in a state. The last one has no end.
create table status_spans (
  id bigint generated always as identity not null,
  part text not null,
  state text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint status_spans_state_check check (state in ('operational', 'degraded', 'unknown', 'partial', 'major')),
  constraint status_spans_check check (ended_at >= began_at)
);
create unique index status_spans_open on status_spans (part) where ended_at is null;
create index status_spans_by_end on status_spans (ended_at);
grant insert, select, update on status_spans to parley_worker;
grant select on status_spans to parley_web;

-- Opened by a halt, and ended with the last of its halts; halts that begin at one time are one incident. Or opened and ended by staff.
create table status_incidents (
  id bigint generated always as identity not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- By hand: who, how bad, and which parts. Of halts nobody and nothing: what they stop is known.
  opened_by bigint,
  state text,
  parts text[],
  primary key (id),
  constraint status_incidents_by_hand_check check (
    num_nulls(opened_by, state, parts) in (0, 3) and (parts is null or cardinality(parts) > 0)),
  constraint status_incidents_check check (ended_at >= started_at),
  constraint status_incidents_state_check check (state in ('degraded', 'partial', 'major'))
);
alter table status_incidents add foreign key (opened_by) references users(id);
create index status_incidents_open on status_incidents (started_at) where ended_at is null;
create index status_incidents_by_end on status_incidents (ended_at);
grant select on status_incidents to parley_web, parley_worker;

create table status_incident_halts (
  id bigint generated always as identity not null,
  incident_id bigint not null,
  halt text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  constraint status_incident_halts_check check (ended_at >= began_at)
);
alter table status_incident_halts add foreign key (incident_id) references status_incidents(id);
create index status_incident_halts_open on status_incident_halts (halt) where ended_at is null;
create index status_incident_halts_of_incident on status_incident_halts (incident_id, id);
grant select on status_incident_halts to parley_web, parley_worker;
create trigger incidents_follow_halts after insert or delete on halts for each row execute function follow_halt();

-- What staff said of an incident.
create table status_updates (
  id bigint generated always as identity not null,
  incident_id bigint not null,
  state text not null,
  -- By language.
  texts jsonb not null,
  made_by bigint not null,
  made_at timestamptz not null,
  primary key (id),
  constraint status_updates_state_check check (state in ('investigating', 'identified', 'monitoring', 'resolved', 'postmortem')),
  constraint status_updates_texts_check check (texts ? 'en' and is_said(texts ->> 'en'))
);
alter table status_updates add foreign key (incident_id) references status_incidents(id);
alter table status_updates add foreign key (made_by) references users(id);
create index status_updates_of_incident on status_updates (incident_id, id);
create trigger pages_show_updates after insert on status_updates for each statement execute function note_topic('site');
create trigger status_updates_append_only before delete or update on status_updates for each statement execute function refuse_change();
create trigger status_updates_never_truncated before truncate on status_updates for each statement execute function refuse_change();
grant select on status_updates to parley_web, parley_worker;

create table status_subscribers (
  id bigint generated always as identity not null,
  -- In the links of its emails.
  hash text not null,
  email_sealed bytea not null,
  email_index bytea not null,
  lang text not null,
  asked_at timestamptz not null,
  -- By the link in the first email; without it the row is erased after two days.
  confirmed_at timestamptz,
  primary key (id),
  constraint status_subscribers_hash_key unique (hash),
  constraint status_subscribers_email_index_key unique (email_index),
  constraint status_subscribers_lang_check check (lang ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$'),
  constraint status_subscribers_check check (confirmed_at >= asked_at)
);
create index status_subscribers_unconfirmed on status_subscribers (asked_at) where confirmed_at is null;
grant insert, select, update, delete on status_subscribers to parley_web;
grant select on status_subscribers to parley_worker;

-- How much of an incident the subscribers have been sent.
create table status_mailed (
  incident_id bigint not null,
  updates integer not null,
  is_ended boolean not null,
  mails integer not null,
  mailed_at timestamptz not null,
  primary key (incident_id)
);
alter table status_mailed add foreign key (incident_id) references status_incidents(id);
create index status_mailed_by_time on status_mailed (mailed_at);
grant insert, select, update on status_mailed to parley_worker;

-- site/statistics

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

-- signer

create table credentials (
  reference uuid not null,
  -- Bound when the account is made; what is never bound is forgotten after a day.
  user_id bigint,
  password_hash text not null,
  made_at timestamptz not null,
  -- A link is for one state of the password: it ends with the next.
  changes int not null default 0,
  -- When it was changed last; null for the first.
  changed_at timestamptz,
  -- The session that changed it goes on, and no other.
  kept_session bigint,
  primary key (reference),
  constraint credentials_user_id_key unique (user_id)
);
alter table credentials add foreign key (user_id) references users(id);
create index credentials_unbound on credentials (made_at) where user_id is null;
create trigger password_change_noted after update of password_hash on credentials for each row when (new.user_id is not null and new.password_hash <> old.password_hash and new.kept_session is not null) execute function note_change('password_changed');
create trigger password_changed after update of password_hash on credentials for each row when (new.user_id is not null and new.password_hash <> old.password_hash) execute function end_what_password_opened();
-- By its name after password_changed, which takes the proofs: a key that is being made by one of them is waited for, and found here.
create trigger password_ends_api_keys after update of password_hash on credentials for each row when (new.user_id is not null and new.password_hash <> old.password_hash) execute function end_api_keys();
create trigger password_reset_noted after update of password_hash on credentials for each row when (new.user_id is not null and new.password_hash <> old.password_hash and new.kept_session is null) execute function note_change('password_reset');
create trigger social_accounts_end after update of password_hash on credentials for each row when (new.user_id is not null and new.password_hash <> old.password_hash) execute function end_social_accounts();
grant delete, insert, select, update on credentials to parley_signer;

-- Of accounts that do not exist as well, under 0: so that a guess at one costs the same.
create table credential_failures (
  id bigint generated always as identity not null,
  user_id bigint not null,
  purpose text not null,
  at timestamptz not null,
  -- A guess is counted before it is compared; a wrong one is marked so afterwards. For an unconfirmed address nothing is shown,
  -- else the person who typed it in would read where its real owner signs in.
  is_wrong boolean not null default false,
  primary key (id),
  constraint credential_failures_purpose_check check (purpose in ('sign_in', 'prove', 'code', 'second_step', 'recovery', 'answers'))
);
create index credential_failures_of_user on credential_failures (user_id, purpose, at);
create trigger failure_noted after insert on credential_failures for each row when (new.is_wrong) execute function note_failure();
create trigger later_failure_noted after update of is_wrong on credential_failures for each row when (new.is_wrong and (not old.is_wrong)) execute function note_failure();
grant delete, insert, select, update (is_wrong) on credential_failures to parley_signer;

create table proved_send_outs (
  quote text not null,
  user_id bigint not null,
  currency text not null,
  destination text not null,
  units bigint not null,
  fee_units bigint not null,
  proved_at timestamptz not null,
  primary key (quote)
);
alter table proved_send_outs add foreign key (user_id) references users(id);
grant insert, select on proved_send_outs to parley_signer;

create table passkeys (
  id text not null,
  user_id bigint not null,
  -- ES256, as SubjectPublicKeyInfo.
  public_key bytea not null,
  made_at timestamptz not null,
  -- As its owner calls it; those of robots have no name.
  name text not null default '',
  primary key (id)
);
alter table passkeys add foreign key (user_id) references users(id);
create index passkeys_of_user on passkeys (user_id);
create trigger new_passkey_noted after insert on passkeys for each row execute function note_passkey();
create trigger passkey_told after insert or delete on passkeys for each row execute function tell_factor_change('passkey');
create trigger removed_passkey_noted after delete on passkeys for each row execute function note_change('factor_removed', 'passkey');
grant delete, insert, select on passkeys to parley_signer;

-- One for each person. The secret is sealed with a key from the signer's seed; until a code of it was shown it counts for
-- nothing. A code belongs to a step of thirty seconds, and no step counts twice.
create table authenticators (
  user_id bigint not null,
  secret_sealed bytea not null,
  made_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  primary key (user_id)
);
alter table authenticators add foreign key (user_id) references users(id);
create trigger new_authenticator_noted after update on authenticators for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function note_change('factor_added', 'authenticator app');
create trigger new_authenticator_told after update on authenticators for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function tell_factor_change('authenticator app');
create trigger removed_authenticator_noted after delete on authenticators for each row when (old.confirmed_at is not null) execute function note_change('factor_removed', 'authenticator app');
create trigger removed_authenticator_told after delete on authenticators for each row when (old.confirmed_at is not null) execute function tell_factor_change('authenticator app');
grant delete, insert, select, update on authenticators to parley_signer;

create table send_out_holds (
  id bigint generated always as identity not null,
  user_id bigint not null,
  reason text not null,
  began_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (id),
  constraint send_out_holds_check check (ends_at > began_at),
  constraint send_out_holds_reason_check check (reason in ('recovery', 'new_sign_in', 'new_email', 'new_factor', 'new_device', 'factor_lost', 'new_password', 'recovered'))
);
alter table send_out_holds add foreign key (user_id) references users(id);
create index send_out_holds_of_user on send_out_holds (user_id, ends_at);
create trigger new_device_noted after insert on send_out_holds for each row when (new.reason = 'new_device') execute function note_change('new_device');
grant insert, select on send_out_holds to parley_signer;

create table signer_refusals (
  code text not null,
  purpose text not null,
  hour timestamptz not null,
  -- The last one.
  payment text not null,
  times int not null,
  last_at timestamptz not null,
  primary key (code, purpose, hour),
  constraint signer_refusals_times_check check (times > 0)
);
create index signer_refusals_by_time on signer_refusals (last_at);
grant insert, select, update on signer_refusals to parley_signer;

create table password_resets (
  -- SHA-256 in hexadecimal.
  token_hash text not null,
  user_id bigint not null,
  changes int not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- For a user who lost the factor: the link works from then on.
  waits_until timestamptz,
  spent_at timestamptz,
  primary key (token_hash),
  constraint password_resets_check check (expires_at > made_at)
);
alter table password_resets add foreign key (user_id) references users(id);
create index password_resets_by_end on password_resets (expires_at);
create index password_resets_of_user on password_resets (user_id, made_at);
create trigger recovery_noted after update on password_resets for each row when (old.waits_until is null and new.waits_until is not null) execute function note_change('recovery_began');
create trigger recovery_told after update on password_resets for each row when (old.waits_until is null and new.waits_until is not null) execute function tell_recovery();
create trigger reset_noted after insert on password_resets for each row execute function note_change('reset_asked');
grant select, update on password_resets to parley_signer;

create table code_channels (
  user_id bigint not null,
  channel text not null,
  begun_at timestamptz not null,
  -- Until a code that came there was shown it counts for nothing.
  confirmed_at timestamptz,
  removed_at timestamptz,
  -- Of Telegram the chat whose first code was shown: another one that is linked later gets no codes.
  address bytea,
  primary key (user_id, channel),
  constraint code_channels_channel_check check (channel in ('sms', 'email', 'push', 'telegram')),
  constraint code_channels_address_check check (address is null or channel = 'telegram')
);
alter table code_channels add foreign key (user_id) references users(id);
create trigger code_channel_told after update on code_channels for each row when ((old.confirmed_at is null and new.confirmed_at is not null) or (old.removed_at is null and new.removed_at is not null)) execute function tell_code_channel();
grant delete, insert, select, update on code_channels to parley_signer;

create table sent_codes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  channel text not null,
  -- What is confirmed by it: a kind and an id.
  subject text not null,
  -- Keyed: a reader of the table does not learn the code.
  code_mark bytea not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left int not null,
  spent_at timestamptz,
  -- A call and a text are one channel and two ways.
  sent_by text,
  -- dropped: not sent, because of a limit or a missing destination.
  delivery text not null default 'waiting',
  -- As the specification numbers what is wrong with a telephone number.
  error_code int,
  -- Null for codes by push, which go to chosen browsers, and for codes of before, which end within ten minutes.
  sent_to bytea,
  primary key (id),
  constraint sent_codes_channel_check check (channel in ('sms', 'email', 'push', 'telegram')),
  constraint sent_codes_delivery_check check (delivery in ('waiting', 'sent', 'failed', 'dropped')),
  constraint sent_codes_error_code_check check (error_code >= 1 and error_code <= 5),
  constraint sent_codes_sent_by_check check (sent_by in ('sms', 'call', 'email', 'push', 'telegram')),
  constraint sent_codes_tries_left_check check (tries_left >= 0)
);
alter table sent_codes add foreign key (user_id) references users(id);
create index sent_codes_of_user on sent_codes (user_id, id desc);
grant delete, insert, select, update on sent_codes to parley_signer;

-- From the signer to the worker, for moments.
create table codes_to_send (
  id bigint generated always as identity not null,
  user_id bigint not null,
  channel text not null,
  code text not null,
  -- The act that it confirms, as its reader sees it: kind, id, and for a send-out the amount and the address.
  about jsonb not null,
  made_at timestamptz not null,
  -- The session that asked, which gets no push.
  session_id bigint,
  -- The one browser that a first code goes to.
  device_id bigint,
  sent_code_id bigint,
  primary key (id),
  constraint codes_to_send_channel_check check (channel in ('sms', 'call', 'email', 'push', 'telegram'))
);
alter table codes_to_send add foreign key (user_id) references users(id);
grant insert on codes_to_send to parley_signer;
grant select (channel) on codes_to_send to parley_worker;

create table recovery_codes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  -- Keyed by the signer: a reader of the table does not learn the code.
  code_mark bytea not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (id),
  constraint recovery_codes_user_id_code_mark_key unique (user_id, code_mark)
);
alter table recovery_codes add foreign key (user_id) references users(id);
create trigger recovery_code_stays_used before update on recovery_codes for each row when (old.used_at is not null) execute function keep_code_used();
create trigger recovery_code_told after update of used_at on recovery_codes for each row when (old.used_at is null and new.used_at is not null) execute function tell_recovery_code();
create trigger recovery_codes_told after insert on recovery_codes referencing new table as made for each statement execute function tell_recovery_codes();
grant delete, insert, select, update on recovery_codes to parley_signer;

-- The acts that require a second factor; all for a user without a row.
create table factor_options (
  user_id bigint not null,
  login boolean not null,
  release boolean not null,
  sendout boolean not null,
  changed_at timestamptz not null,
  no_texts boolean not null default false,
  primary key (user_id)
);
alter table factor_options add foreign key (user_id) references users(id);
create trigger factor_options_told after insert or delete or update on factor_options for each row execute function tell_factor_options();
grant delete, insert, select, update on factor_options to parley_signer;

create table code_devices (
  user_id bigint not null,
  device_id bigint not null,
  -- As they were when its owner chose it.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  added_at timestamptz not null,
  -- When its owner showed the code that went there; before that it gets nothing else.
  confirmed_at timestamptz,
  -- The session that chose it: the code is typed there, and not in the browser that was chosen, which may be a thief's.
  begun_by bigint,
  primary key (user_id, device_id)
);
alter table code_devices add foreign key (device_id) references push_devices(id) on delete cascade;
alter table code_devices add foreign key (user_id) references users(id);
create index code_devices_of_device on code_devices (device_id);
create trigger code_device_told after update of confirmed_at on code_devices for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function tell_code_device();
grant delete, insert, select, update (confirmed_at) on code_devices to parley_signer;

create table security_questions (
  user_id bigint not null,
  questions text[] not null,
  -- Slow, over the three together: who reads the table tries all three at once, and a wrong one does not say which it was.
  answers_hash text not null,
  made_at timestamptz not null,
  primary key (user_id),
  constraint security_questions_questions_check check (cardinality(questions) = 3)
);
alter table security_questions add foreign key (user_id) references users(id);
create trigger questions_told after insert or delete or update on security_questions for each row execute function tell_questions();
grant delete, insert, select, update on security_questions to parley_signer;

-- demo

create table faucet_wishes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  currency text not null,
  units bigint not null,
  address text not null,
  wished_at timestamptz not null,
  -- Begun before the coins are asked for: a crash in between gives nothing rather than twice.
  begun_at timestamptz,
  txid text,
  fault text,
  primary key (id),
  constraint faucet_wishes_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint faucet_wishes_units_check check (units > 0)
);
alter table faucet_wishes add foreign key (user_id) references users(id);
create index faucet_wishes_of_user on faucet_wishes (user_id, wished_at);
create index faucet_wishes_open on faucet_wishes (id) where begun_at is null;
grant insert, select, update on faucet_wishes to parley_chain, parley_web, parley_worker;

create table demo_robots (
  user_id bigint not null,
  -- honest: acts within a minute. slow: takes ten minutes for each step. disputes: asks a moderator as soon as it may.
  manner text not null,
  primary key (user_id),
  constraint demo_robots_manner_check check (manner in ('honest', 'slow', 'disputes'))
);
alter table demo_robots add foreign key (user_id) references users(id);
grant select on demo_robots to parley_chain, parley_web, parley_worker;
grant insert on demo_robots to parley_worker;

-- One row for an offer that a robot took, or tried to: each is taken once.
create table demo_takes (
  offer_hash text not null,
  owner_id bigint not null,
  tries int not null,
  trade_hash text,
  -- Why the last try was refused.
  refusal text,
  at timestamptz not null,
  primary key (offer_hash)
);
alter table demo_takes add foreign key (owner_id) references users(id);
create index demo_takes_of_owner on demo_takes (owner_id, at);
grant select on demo_takes to parley_chain, parley_web, parley_worker;
grant insert, update on demo_takes to parley_worker;

create table demo_robot_keys (
  user_id bigint not null,
  passkey_id text not null,
  -- PKCS #8 in PEM.
  private_key text not null,
  primary key (user_id),
  constraint demo_robot_keys_passkey_id_key unique (passkey_id)
);
alter table demo_robot_keys add foreign key (user_id) references users(id);
grant select on demo_robot_keys to parley_worker;

create table demo_authenticators (
  user_id bigint not null,
  -- In base32. Play money: everybody who opens the page reads the codes made of it.
  secret text not null,
  primary key (user_id)
);
alter table demo_authenticators add foreign key (user_id) references users(id);
grant select on demo_authenticators to parley_web;

-- market/chat

-- The chat of this trade was erased: it ended before the last end that was reached.
create view conversations as
 SELECT id,
    hash AS ref,
    buyer_id,
    seller_id,
    status,
    was_ever_paid,
    crypto,
    units,
    fee_units,
    buyer_share_units,
    COALESCE(ended_at <= (( SELECT mark.up_to
           FROM retention_marks mark
          WHERE mark.what = 'conversations'::text)), false) AS is_erased,
    flow_type,
        CASE
            WHEN ended_at IS NULL THEN false
            ELSE talk_is_over(ended_at)
        END AS is_talk_over
   FROM trades;
grant select on conversations to parley_web, parley_worker;

-- The lines of its steps. What each says follows from the step.
create view conversation_steps as
 SELECT line_id AS id,
    trade_id,
    verb,
    actor,
    status,
    note,
    at
   FROM trade_transitions
  WHERE line_id IS NOT NULL;
grant select on conversation_steps to parley_web, parley_worker;
