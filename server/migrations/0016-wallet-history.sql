-- The history of a wallet is filtered and paged with millions of movements, and shows the balance after each. Owned by products/wallet.
-- Files are made of them too: the tables of files of trades get a source and a name for all records. Owned by reach/exports.
-- Statistics of one's own trades are sums by day. Owned by people/reputation.
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
  constraint wallet_lines_family_check check (family in ('deposit', 'send_out', 'trade', 'conversion', 'bond', 'correction', 'other'))
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

alter table trade_exports rename to record_exports;
alter table trade_export_pieces rename to record_export_pieces;
alter table record_exports add column source text not null default 'trades';
alter table record_exports alter column source drop default;
alter table record_exports add constraint record_exports_source_check check (source in ('trades', 'history', 'statement'));
alter table record_exports rename constraint trade_exports_pkey to record_exports_pkey;
alter table record_exports rename constraint trade_exports_hash_key to record_exports_hash_key;
alter table record_exports rename constraint trade_exports_format_check to record_exports_format_check;
alter table record_exports rename constraint trade_exports_profile_check to record_exports_profile_check;
alter table record_exports rename constraint trade_exports_status_check to record_exports_status_check;
alter table record_exports rename constraint trade_exports_made_check to record_exports_made_check;
alter table record_exports rename constraint trade_exports_fault_check to record_exports_fault_check;
alter table record_exports rename constraint trade_exports_user_id_fkey to record_exports_user_id_fkey;
alter table record_export_pieces rename constraint trade_export_pieces_pkey to record_export_pieces_pkey;
alter table record_export_pieces rename constraint trade_export_pieces_export_id_fkey to record_export_pieces_export_id_fkey;
alter index trade_exports_of_user rename to record_exports_of_user;
alter index trade_exports_running rename to record_exports_running;
alter index trade_exports_by_time rename to record_exports_by_time;
alter index trade_exports_expiring rename to record_exports_expiring;
alter index trade_exports_given_up rename to record_exports_given_up;
alter sequence trade_exports_id_seq rename to record_exports_id_seq;

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
insert into trade_days (user_id, day, role, crypto, bucket, trades, successful, units, usd_cents)
select side.user_id, period.day, side.role, trade.crypto,
       case when side.took_sec is null then -1 else round(ln(greatest(side.took_sec, 1)) * 20) end,
       count(*), count(*) filter (where side.is_successful),
       coalesce(sum(moved.units) filter (where side.is_successful), 0),
       coalesce(sum(div(trade.usd_cents::numeric * moved.units, trade.units)) filter (where side.is_successful), 0)
from reputation_trades side
join trades trade on trade.id = side.trade_id
cross join lateral (select coalesce(trade.buyer_share_units, trade.units) as units) as moved
cross join lateral (values ((side.at at time zone 'UTC')::date), ('-infinity'::date)) as period (day)
group by 1, 2, 3, 4, 5;
create trigger statistics_counted_change after update on reputation_trades referencing old table as removed new table as added for each statement execute function count_trade_days();
create trigger statistics_counted_new after insert on reputation_trades referencing new table as added for each statement execute function count_trade_days();
