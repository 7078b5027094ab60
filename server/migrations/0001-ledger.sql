-- The books. Money exists here and nowhere else: a journal is one balanced movement with a reason, its postings are
-- the lines, and a balance changes only because a posting was written. Journals and postings are never changed; the
-- role that the application runs under cannot change a balance except through ledger_post(). Owned by money/ledger.

do $$
begin
  create role parley_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;

-- The market's clock: the database's, moved only by tests and by the seeding of past days.
create table market_clock (
  only_row boolean  primary key default true check (only_row),
  shift    interval not null
);
insert into market_clock (shift) values ('0');

create function market_now() returns timestamptz language sql volatile as $$
  select coalesce(nullif(current_setting('parley.now', true), '')::timestamptz, clock_timestamp())
         + (select shift from market_clock)
$$;

create table ledger_accounts (
  id            bigint      generated always as identity primary key,
  name          text        not null unique,
  currency      text        not null check (currency in ('BTC', 'ETH', 'USDT')),
  -- user: available and held; trade: escrow; house: fees, dust, inventory, loss; outside: the chain.
  kind          text        not null check (kind in ('user', 'trade', 'house', 'outside')),
  may_overdraw  boolean     not null,
  balance_units bigint      not null default 0,
  constraint ledger_accounts_not_overdrawn check (may_overdraw or balance_units >= 0),
  constraint ledger_accounts_kind_in_name check (split_part(name, ':', 1) = kind),
  unique (id, currency)
);

create table journals (
  id      bigint      generated always as identity primary key,
  kind    text        not null,
  subject text        not null,
  at      timestamptz not null,
  unique (kind, subject)
);

-- One line moves units from one account to another of the same currency, so an unbalanced journal cannot be written.
create table postings (
  id           bigint generated always as identity primary key,
  journal_id   bigint not null references journals,
  from_account bigint not null,
  to_account   bigint not null,
  currency     text   not null,
  units        bigint not null check (units > 0),
  check (from_account <> to_account),
  foreign key (from_account, currency) references ledger_accounts (id, currency),
  foreign key (to_account, currency) references ledger_accounts (id, currency)
);
create index postings_of_journal on postings (journal_id);
create index postings_from on postings (from_account, id);
create index postings_to on postings (to_account, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger journals_append_only before update or delete or truncate on journals
  for each statement execute function refuse_change();
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();

-- Writes journals with their postings and moves the balances by the net of each account. The caller has locked the
-- accounts that may run short, in id order, and has decided; the checks of the tables are the second guard.
create function ledger_post(
  kinds text[], subjects text[], at timestamptz,
  journal_index int[], from_accounts bigint[], to_accounts bigint[], units bigint[]
) returns void language plpgsql security definer set search_path = public as $$
declare
  first_id bigint;
begin
  with reserved as (
    select index, nextval(pg_get_serial_sequence('journals', 'id')) as id
    from generate_series(1, cardinality(kinds)) as index
  ), written as (
    insert into journals (id, kind, subject, at) overriding system value
    select reserved.id, kinds[reserved.index], subjects[reserved.index], ledger_post.at
    from reserved
    returning id
  ), lines as (
    select line.journal_index, line.from_account, line.to_account, line.units, line.ordinal
    from unnest(ledger_post.journal_index, from_accounts, to_accounts, ledger_post.units)
         with ordinality as line (journal_index, from_account, to_account, units, ordinal)
  )
  insert into postings (journal_id, from_account, to_account, currency, units)
  select reserved.id, lines.from_account, lines.to_account, account.currency, lines.units
  from lines
  join reserved on reserved.index = lines.journal_index
  join ledger_accounts account on account.id = lines.from_account
  order by lines.ordinal;

  update ledger_accounts account
  set balance_units = account.balance_units + net.units
  from (
    select account_id, sum(delta)::bigint as units
    from (
      select unnest(to_accounts) as account_id, unnest(ledger_post.units) as delta
      union all
      select unnest(from_accounts), -unnest(ledger_post.units)
    ) as moves
    group by account_id
  ) as net
  where account.id = net.account_id and net.units <> 0;
end $$;

-- Opens the accounts that are not there yet, locks those that may run short, in id order, and answers ids and balances.
create function ledger_prepare(names text[], currencies text[], kinds text[], overdraw boolean[], lockable boolean[])
returns table (id bigint, name text, balance_units bigint)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  if (select count(*) from ledger_accounts account where account.name = any (names)) < cardinality(names) then
    insert into ledger_accounts (name, currency, kind, may_overdraw)
    select wanted.name, wanted.currency, wanted.kind, wanted.may_overdraw
    from unnest(names, currencies, kinds, overdraw) as wanted (name, currency, kind, may_overdraw)
    order by wanted.name
    on conflict do nothing;
  end if;
  perform 1
  from ledger_accounts account
  where account.name in (select wanted.name from unnest(names, lockable) as wanted (name, lockable) where wanted.lockable)
  order by account.id
  for update;
  return query
    select account.id, account.name, account.balance_units
    from ledger_accounts account
    where account.name = any (names);
end $$;

-- Switches that staff or the books' own checker turn: a halted kind of movement is refused until somebody lifts it.
create table halts (
  name   text        primary key check (name in ('money_out', 'new_trades', 'releases', 'ledger')),
  reason text        not null,
  since  timestamptz not null
);

revoke all on function ledger_post, ledger_prepare from public;
grant execute on function ledger_post, ledger_prepare to parley_app;
grant usage on schema public to parley_app;
grant select on ledger_accounts, journals, postings, market_clock to parley_app;
grant select, insert, delete on halts to parley_app;

do $$
begin
  assert not has_table_privilege('parley_app', 'ledger_accounts', 'update'), 'the application may not change balances';
  assert not has_table_privilege('parley_app', 'postings', 'insert'), 'the application posts through ledger_post only';
end $$;
