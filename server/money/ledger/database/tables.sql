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
