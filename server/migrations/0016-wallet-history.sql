-- The history of a wallet is filtered and paged with millions of movements, and shows the balance after each. Owned by products/wallet.
-- Files are made of them too: the tables of files of trades get a source and a name for all records. Owned by reach/exports.
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
  primary key (account_id, at, posting_id),
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
