-- Sellers typed where they are to be paid into every conversation anew, and a buyer could not say whose account pays. A person keeps
-- bank accounts and wallets of mobile money, gives one of them to a trade, where a copy of it stays as it was given, and the payer
-- names the holder they pay from. Every field is sealed by itself; equal accounts have equal marks. Owned by market/payment-accounts.

create table payment_accounts (
  id          bigint      generated always as identity primary key,
  public_id   text        not null unique,
  user_id     bigint      not null references users,
  kind        text        not null check (kind in ('bank', 'wallet')),
  -- Of a bank account: the rules it was checked by, and where it is; XX letters of ISO 3166-1, YY for Worldwide.
  country     text        check (country in ('NG', 'US', 'FI', 'GB', 'IN', 'RU', 'MX', 'OTHER')),
  country_iso text        check (country_iso ~ '^[A-Z]{2}$'),
  currency    text        check (currency ~ '^[A-Z]{3}$'),
  is_personal boolean,
  -- Of a wallet.
  method_id   int,
  -- By its name, each field sealed, in base64.
  fields      jsonb       not null check (jsonb_typeof(fields) = 'object'),
  sealed_with int         not null,
  mark        bytea       not null check (octet_length(mark) = 32),
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  check ((kind = 'bank') = (country is not null and country_iso is not null and currency is not null and is_personal is not null)),
  check ((kind = 'wallet') = (method_id is not null)),
  constraint payment_accounts_once unique (user_id, mark)
);

-- What a trade was given: a copy, which no later change of the account touches.
create table trade_payment_accounts (
  id          bigint      generated always as identity primary key,
  public_id   text        not null unique,
  trade_id    bigint      not null references trades,
  owner_id    bigint      not null references users,
  -- Which account it was, while that is kept.
  account_id  bigint      references payment_accounts on delete set null,
  kind        text        not null check (kind in ('bank', 'wallet')),
  country     text,
  country_iso text,
  currency    text,
  is_personal boolean,
  method_id   int,
  fields      jsonb       not null check (jsonb_typeof(fields) = 'object'),
  sealed_with int         not null,
  shared_at   timestamptz not null
);
create index trade_payment_accounts_of_trade on trade_payment_accounts (trade_id, id);
create index trade_payment_accounts_of_account on trade_payment_accounts (account_id) where account_id is not null;
create index trade_payment_accounts_of_owner on trade_payment_accounts (owner_id, id);

-- From whose account the buyer pays, as they say before they mark the trade as paid.
create table trade_payers (
  trade_id     bigint      primary key references trades,
  user_id      bigint      not null references users,
  holder_sealed bytea      not null,
  declared_at  timestamptz not null
);

-- Directories that the operator has read in from official files; the product carries the others.
create table imported_banks (
  id          text primary key check (id ~ '^(us|ru)-[0-9]{9}$'),
  name        text not null check (name <> ''),
  country_iso text not null check (country_iso in ('US', 'RU')),
  swift       text check (swift ~ '^[A-Z0-9]{8}$'),
  city        text,
  source      text not null,
  as_of       date not null
);
create index imported_banks_by_name on imported_banks (country_iso, name, id);

grant select on payment_accounts, trade_payment_accounts, trade_payers, imported_banks to parley_web;

do $$
declare
  kinds text := (
    select pg_get_constraintdef(oid) from pg_constraint where conname = 'account_activity_kind_check');
begin
  alter table account_activity drop constraint account_activity_kind_check;
  execute 'alter table account_activity add constraint account_activity_kind_check '
    || replace(kinds, 'ARRAY[',
      'ARRAY[''payment_account_added''::text, ''payment_account_changed''::text, ''payment_account_removed''::text, ');
end $$;

-- Whether an open trade has it.
create function is_account_shared(account_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from trade_payment_accounts shared
    join running_trades running on running.trade_id = shared.trade_id
    where shared.account_id = is_account_shared.account_id)
$$;

-- Keeps a new one, or puts another in the place of one that is there: 'saved', 'taken' where they have the same already, 'many'
-- where twenty of its kind are kept, 'none' where theirs is not there. `told` names it in what they are told, without its number.
create function save_payment_account(
  user_id bigint, public_id text, is_new boolean, kind text, facts jsonb, fields jsonb, sealed_with int, mark bytea, told text)
  returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at timestamptz;
begin
  perform from users where users.id = user_id for no key update;
  at := market_now();
  if is_new and 20 <= (
    select count(*) from payment_accounts known
    where known.user_id = save_payment_account.user_id and known.kind = save_payment_account.kind)
  then return 'many'; end if;
  begin
    if is_new then
      insert into payment_accounts (public_id, user_id, kind, country, country_iso, currency, is_personal, method_id, fields,
        sealed_with, mark, created_at, updated_at)
      values (public_id, user_id, kind, facts->>'country', facts->>'countryIso', facts->>'currency',
        (facts->>'isPersonal')::boolean, (facts->>'methodId')::int, fields, sealed_with, mark, at, at);
    else
      update payment_accounts known
      set country = facts->>'country', country_iso = facts->>'countryIso', currency = facts->>'currency',
          is_personal = (facts->>'isPersonal')::boolean, method_id = (facts->>'methodId')::int, fields = save_payment_account.fields,
          sealed_with = save_payment_account.sealed_with, mark = save_payment_account.mark, updated_at = at
      where known.user_id = save_payment_account.user_id and known.public_id = save_payment_account.public_id
        and known.kind = save_payment_account.kind;
      if not found then return 'none'; end if;
    end if;
  exception when unique_violation then
    return 'taken';
  end;
  perform note_activity(user_id, case when is_new then 'payment_account_added' else 'payment_account_changed' end, told);
  insert into events (type, subject, payload, at)
  values ('account.payment_account_changed', user_id::text, jsonb_build_object('detail', told), at);
  return 'saved';
end $$;

-- 'deleted', 'in_use' while an open trade has it, 'none'. What trades were given stays with them.
create function delete_payment_account(user_id bigint, public_id text, kind text, told text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  found_id bigint;
begin
  select known.id into found_id
  from payment_accounts known
  where known.user_id = delete_payment_account.user_id and known.public_id = delete_payment_account.public_id
    and known.kind = delete_payment_account.kind
  for update;
  if found_id is null then return 'none'; end if;
  if is_account_shared(found_id) then return 'in_use'; end if;
  delete from payment_accounts known where known.id = found_id;
  perform note_activity(user_id, 'payment_account_removed', told);
  return 'deleted';
end $$;

-- The seller gives one of their accounts to a trade that waits for its payment; the fields are sealed for the trade. 'shared';
-- 'none' where the account is not theirs; 'trade' where they do not sell in it; 'status'; 'many' where five were given. Locks the trade.
create function share_payment_account(
  hash text, user_id bigint, account text, public_id text, fields jsonb, sealed_with int) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  held   trades;
  chosen payment_accounts;
begin
  select * into held from trades where trades.hash = share_payment_account.hash for update;
  if held.id is null or held.seller_id <> share_payment_account.user_id then return 'trade'; end if;
  if held.status <> 'active_funded' then return 'status'; end if;
  -- Held until the end: it cannot be removed as if no trade had it.
  select * into chosen
  from payment_accounts known
  where known.user_id = share_payment_account.user_id and known.public_id = share_payment_account.account
  for share;
  if chosen.id is null then return 'none'; end if;
  if 5 <= (select count(*) from trade_payment_accounts given where given.trade_id = held.id) then return 'many'; end if;
  insert into trade_payment_accounts (public_id, trade_id, owner_id, account_id, kind, country, country_iso, currency, is_personal,
    method_id, fields, sealed_with, shared_at)
  values (public_id, held.id, user_id, chosen.id, chosen.kind, chosen.country, chosen.country_iso, chosen.currency,
    chosen.is_personal, chosen.method_id, fields, sealed_with, market_now());
  return 'shared';
end $$;

-- The buyer says from whose account they pay, until they mark the trade as paid: 'declared', 'trade' or 'status'. Locks the trade.
create function declare_payer(hash text, user_id bigint, holder_sealed bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  held trades;
begin
  select * into held from trades where trades.hash = declare_payer.hash for update;
  if held.id is null or held.buyer_id <> declare_payer.user_id then return 'trade'; end if;
  if held.status <> 'active_funded' then return 'status'; end if;
  insert into trade_payers as known (trade_id, user_id, holder_sealed, declared_at)
  values (held.id, user_id, holder_sealed, market_now())
  on conflict on constraint trade_payers_pkey do update
  set holder_sealed = excluded.holder_sealed, declared_at = excluded.declared_at;
  return 'declared';
end $$;

-- With the account go what it kept; what trades were given goes with their conversations.
create function erase_payment_accounts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from payment_accounts where user_id = new.user_id;
  return null;
end $$;
create trigger payment_accounts_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_payment_accounts();

-- When the words of a trade's offer are erased by age, so is what was given to it.
create function erase_given_accounts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from trade_payment_accounts where trade_id = new.id;
  delete from trade_payers where trade_id = new.id;
  return null;
end $$;

-- Only erasing by age sets the column.
create trigger given_accounts_erased after update of offer_terms on trades
  for each row when (new.offer_terms = '') execute function erase_given_accounts();

-- As lines of JSON, for an archive that is being made: what is kept, what was given to trades, and whom the person paid as. Fields
-- come sealed, with the place they are sealed for.
create function export_payment_accounts(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select waiting.user_id
    from data_exports waiting
    where waiting.id = export_payment_accounts.export_id and waiting.made_at is null
  )
  select made.key, made.line::text
  from (
    select known.id * 3 as key, jsonb_build_object('kept', known.kind, 'country', known.country_iso, 'currency', known.currency,
      'isPersonal', known.is_personal, 'paymentMethodId', known.method_id, 'addedAt', known.created_at,
      'changedAt', known.updated_at, 'sealed_fields', known.fields, 'place', 'payment_accounts:' || known.public_id) as line
    from person
    join payment_accounts known on known.user_id = person.user_id
    union all
    select given.id * 3 + 1, jsonb_build_object('givenToTrade', trade.hash, 'kind', given.kind, 'country', given.country_iso,
      'currency', given.currency, 'paymentMethodId', given.method_id, 'at', given.shared_at,
      'sealed_fields', given.fields, 'place', 'trade_payment_accounts:' || given.public_id)
    from person
    join trade_payment_accounts given on given.owner_id = person.user_id
    join trades trade on trade.id = given.trade_id
    union all
    select payer.trade_id * 3 + 2, jsonb_build_object('paidInTrade', trade.hash, 'at', payer.declared_at,
      'sealed_fields', jsonb_build_object('holder_name', encode(payer.holder_sealed, 'base64')),
      'place', 'trade_payers:' || trade.hash)
    from person
    join trade_payers payer on payer.user_id = person.user_id
    join trades trade on trade.id = payer.trade_id
  ) as made
  where made.key > export_payment_accounts.after
  order by made.key
  limit export_payment_accounts.most
$$;

revoke all on function is_account_shared(bigint),
  save_payment_account(bigint, text, boolean, text, jsonb, jsonb, int, bytea, text),
  delete_payment_account(bigint, text, text, text), share_payment_account(text, bigint, text, text, jsonb, int),
  declare_payer(text, bigint, bytea), erase_payment_accounts(), erase_given_accounts(),
  export_payment_accounts(bigint, bigint, int) from public;
grant execute on function is_account_shared(bigint), save_payment_account(bigint, text, boolean, text, jsonb, jsonb, int, bytea, text),
  delete_payment_account(bigint, text, text, text), share_payment_account(text, bigint, text, text, jsonb, int),
  declare_payer(text, bigint, bytea) to parley_web;
grant execute on function export_payment_accounts(bigint, bigint, int) to parley_worker;
