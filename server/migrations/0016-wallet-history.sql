-- The history of a wallet is filtered and paged with millions of movements, and shows the balance after each. Owned by products/wallet.
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
