-- Products bring fiat, accounts and halts of their own: what the ledger may name are rows, of which each module adds its own, and no longer
-- lists inside checks. Owned by money/ledger.
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

alter table halts drop constraint halts_name_check;
alter table halts add foreign key (name) references halt_names(name);
alter table ledger_accounts drop constraint ledger_accounts_currency_check;
alter table ledger_accounts drop constraint ledger_accounts_name_form;
alter table ledger_accounts add constraint ledger_accounts_currency_check check (currency ~ '^[A-Z]{3,5}$');
alter table ledger_accounts add constraint ledger_accounts_name_form check (name ~ '^((user|trade):[0-9]+|house|outside):[A-Z]{3,5}:[a-z_]+$');
