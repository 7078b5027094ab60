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
