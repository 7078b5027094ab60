-- Deciding and writing journals is one call of the database now, and no longer one that a process can make: only typed
-- functions of money call it, each of which has checked what makes its movement right. Owned by money/ledger.

drop function ledger_post(text[], text[], timestamptz, int[], bigint[], bigint[], bigint[]);
drop function ledger_prepare(text[], text[], text[], boolean[], boolean[]);

-- A name says who holds what: user:7:BTC:available, trade:91:BTC:escrow, house:BTC:fees, outside:BTC:chain.
alter table ledger_accounts add constraint ledger_accounts_name_form
  check (name ~ '^((user|trade):[0-9]+|house|outside):(BTC|ETH|USDT):[a-z]+$');
create function ledger_currency(name text) returns text language sql immutable as $$
  select split_part(name, ':', case when name ~ '^(user|trade):' then 3 else 2 end)
$$;

-- Locked are the accounts that may run short: of users and trades, and those of the operator that pay out. The others
-- only receive in hot paths, and nobody waits for them.
create function ledger_is_locked(name text) returns boolean language sql immutable as $$
  select name ~ '^(user|trade):' or name ~ '^house:[A-Z]+:(inventory|network)$'
$$;

-- Posts each journal or says why not, in order: 'duplicate' when its kind and subject exist, 'insufficient' when an
-- account would fall below zero at its turn; earlier journals of the list count for later ones. The lines of one journal
-- stand together, journals ascending, numbered from 1. Locks accounts by id.
create function post_each(
  kinds text[], subjects text[], at timestamptz,
  line_journals int[], from_names text[], to_names text[], units bigint[]
) returns text[] language plpgsql set search_path = public, pg_temp as $$
declare
  journals_count constant int := cardinality(kinds);
  lines_count    constant int := cardinality(line_journals);
  outcomes  text[] := array_fill(null::text, array[cardinality(kinds)]);
  ids       bigint[];
  names     text[];
  -- What is left on each account while the list is decided; null where nobody locks.
  left_over bigint[];
  from_at   int[];
  to_at     int[];
  known     boolean[];
  -- The journal before it with the same kind and subject.
  twins     int[];
  line      int := 1;
  first     int;
  is_short  boolean;
begin
  if cardinality(subjects) <> journals_count or cardinality(from_names) <> lines_count
     or cardinality(to_names) <> lines_count or cardinality(post_each.units) <> lines_count then
    raise exception 'lists of unequal length' using errcode = 'array_subscript_error';
  end if;
  if exists (
    select from unnest(post_each.units, from_names, to_names) as one (units, from_name, to_name)
    where (one.units > 0 and ledger_currency(one.from_name) = ledger_currency(one.to_name)) is not true
  ) then
    raise exception 'a posting moves more than nothing, within one currency' using errcode = 'check_violation';
  end if;
  if journals_count = 0 then return '{}'; end if;

  insert into ledger_accounts (name, currency, kind, may_overdraw)
  select wanted.name,
         ledger_currency(wanted.name),
         split_part(wanted.name, ':', 1),
         wanted.name ~ '^outside:' or wanted.name ~ '^house:[A-Z]+:loss$'
  from (select unnest(from_names) as name union select unnest(to_names)) as wanted
  where not exists (select from ledger_accounts account where account.name = wanted.name)
  order by wanted.name
  on conflict do nothing;

  select array_agg(locked.id), array_agg(locked.name), array_agg(locked.balance_units)
  into ids, names, left_over
  from (
    select account.id, account.name, account.balance_units
    from ledger_accounts account
    where account.name in (select unnest(from_names) union select unnest(to_names))
      and ledger_is_locked(account.name) and not account.may_overdraw
    order by account.id
    for update
  ) as locked;
  select ids || array_agg(other.id), names || array_agg(other.name),
         left_over || array_fill(null::bigint, array[count(*)::int])
  into ids, names, left_over
  from ledger_accounts other
  where other.name in (select unnest(from_names) union select unnest(to_names))
    and not (ledger_is_locked(other.name) and not other.may_overdraw);

  select array_agg(giving.place order by one.ordinal), array_agg(taking.place order by one.ordinal)
  into from_at, to_at
  from unnest(from_names, to_names) with ordinality as one (from_name, to_name, ordinal)
  join unnest(names) with ordinality as giving (name, place) on giving.name = one.from_name
  join unnest(names) with ordinality as taking (name, place) on taking.name = one.to_name;

  select array_agg(present.id is not null order by wanted.place),
         array_agg(wanted.twin order by wanted.place)
  into known, twins
  from (
    select one.kind, one.subject, one.place,
           lag(one.place) over (partition by one.kind, one.subject order by one.place) as twin
    from unnest(kinds, subjects) with ordinality as one (kind, subject, place)
  ) as wanted
  left join journals present on present.kind = wanted.kind and present.subject = wanted.subject;

  for journal in 1 .. journals_count loop
    if known[journal] or outcomes[twins[journal]] in ('posted', 'duplicate') then
      outcomes[journal] := 'duplicate';
      while line_journals[line] = journal loop line := line + 1; end loop;
      continue;
    end if;
    first := line;
    while line_journals[line] = journal loop
      left_over[from_at[line]] := left_over[from_at[line]] - post_each.units[line];
      left_over[to_at[line]] := left_over[to_at[line]] + post_each.units[line];
      line := line + 1;
    end loop;
    if line = first then
      raise exception 'the journal % % moves nothing', kinds[journal], subjects[journal] using errcode = 'check_violation';
    end if;
    is_short := false;
    for back in first .. line - 1 loop
      is_short := is_short or coalesce(left_over[from_at[back]] < 0, false);
    end loop;
    outcomes[journal] := case when is_short then 'insufficient' else 'posted' end;
    if is_short then
      for back in first .. line - 1 loop
        left_over[from_at[back]] := left_over[from_at[back]] + post_each.units[back];
        left_over[to_at[back]] := left_over[to_at[back]] - post_each.units[back];
      end loop;
    end if;
  end loop;
  if line <= lines_count then
    raise exception 'the posting % belongs to no journal', line using errcode = 'array_subscript_error';
  end if;

  with reserved as (
    select place, nextval(pg_get_serial_sequence('journals', 'id')) as id
    from generate_series(1, journals_count) as place
    where outcomes[place] = 'posted'
  ), written as (
    insert into journals (id, kind, subject, at) overriding system value
    select reserved.id, kinds[reserved.place], subjects[reserved.place], post_each.at
    from reserved
    order by reserved.place
  )
  insert into postings (journal_id, from_account, to_account, currency, units)
  select reserved.id, ids[from_at[one.ordinal]], ids[to_at[one.ordinal]], account.currency, one.units
  from unnest(line_journals, post_each.units) with ordinality as one (journal, units, ordinal)
  join reserved on reserved.place = one.journal
  join ledger_accounts account on account.id = ids[from_at[one.ordinal]]
  order by one.ordinal;

  update ledger_accounts account
  set balance_units = account.balance_units + net.units
  from (
    select place, sum(delta)::bigint as units
    from (
      select to_at[ordinal] as place, one.units as delta
      from unnest(line_journals, post_each.units) with ordinality as one (journal, units, ordinal)
      where outcomes[one.journal] = 'posted'
      union all
      select from_at[ordinal], -one.units
      from unnest(line_journals, post_each.units) with ordinality as one (journal, units, ordinal)
      where outcomes[one.journal] = 'posted'
    ) as moves
    group by place
  ) as net
  where account.id = ids[net.place] and net.units <> 0;
  return outcomes;
end $$;

-- The first of these halts that stands, by name; null when none does.
create function standing_halt(names text[]) returns text language sql stable set search_path = public, pg_temp as $$
  select min(halt.name) from halts halt where halt.name = any (names)
$$;

-- What a process says the time is may differ from the market's by what a transaction takes, and no more: it becomes the
-- time of journals and of deadlines.
create function assert_now(at timestamptz) returns void language plpgsql stable set search_path = public, pg_temp as $$
begin
  if at is null or abs(extract(epoch from at - market_now())) > 60 then
    raise exception 'this is not the market''s time: %', at using errcode = 'check_violation';
  end if;
end $$;

-- A worker acts for the demo's robots and for nobody else.
create function assert_may_act_for(user_ids bigint[]) returns void language plpgsql stable set search_path = public, pg_temp as $$
begin
  if session_user = 'parley_worker' and exists (
    select
    from unnest(user_ids) as person (id)
    where not exists (select from demo_robots robot where robot.user_id = person.id)
  ) then
    raise exception 'a worker acts for nobody but the robots of the demo' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Takes the proofs of these subjects by their users. Returns the subjects that were proved.
create function spend_proofs(subjects text[], user_ids bigint[]) returns setof text
language sql stable set search_path = public, pg_temp as $$
  select proof.subject
  from proofs proof
  join unnest(subjects, user_ids) as wanted (subject, user_id)
    on proof.subject = wanted.subject and proof.user_id = wanted.user_id
$$;

revoke all on function
  ledger_currency, ledger_is_locked, post_each, standing_halt, assert_now, assert_may_act_for, spend_proofs
from public;
