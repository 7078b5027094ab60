-- Posts each journal or says why not, in order: 'duplicate' when its kind and subject exist, 'insufficient' when an
-- account would fall below zero at its turn; earlier journals of the list count for later ones. The lines of one journal
-- stand together, journals ascending, numbered from 1. Locks accounts by id.
create or replace function post_each(kinds text[], subjects text[], at timestamp with time zone, line_journals integer[], from_names text[], to_names text[], units bigint[]) returns text[]
language plpgsql set search_path = public, pg_temp set enable_seqscan = 'off' set enable_hashjoin = 'off' set enable_mergejoin = 'off' set plan_cache_mode = 'force_generic_plan' as $$
declare
  journals_count constant int := cardinality(kinds);
  lines_count    constant int := cardinality(line_journals);
  outcomes  text[] := array_fill(null::text, array[cardinality(kinds)]);
  journal_ids constant regclass := pg_get_serial_sequence('journals', 'id');
  -- Of the accounts that are moved: each name once, and the ids of those that are locked.
  touched   text[];
  to_lock   bigint[];
  ids       bigint[];
  -- Of the journals that are posted.
  new_ids   bigint[] := array_fill(null::bigint, array[cardinality(kinds)]);
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

  touched := array(select unnest(from_names) union select unnest(to_names));
  insert into ledger_accounts (name, currency, kind, may_overdraw)
  select wanted.name,
         ledger_currency(wanted.name),
         split_part(wanted.name, ':', 1),
         wanted.name ~ '^outside:' or wanted.name ~ '^house:[A-Z]+:loss$'
  from unnest(touched) as wanted (name)
  where not exists (select from ledger_accounts account where account.name = wanted.name)
  order by wanted.name
  on conflict do nothing;

  to_lock := array(
    select account.id
    from ledger_accounts account
    where account.name = any (touched) and ledger_is_locked(account.name) and not account.may_overdraw);
  select array_agg(locked.id), array_agg(locked.name), array_agg(locked.balance_units)
  into ids, names, left_over
  from (
    select account.id, account.name, account.balance_units
    from ledger_accounts account
    where account.id = any (to_lock)
    order by account.id
    for update
  ) as locked;
  select ids || array_agg(other.id), names || array_agg(other.name),
         left_over || array_fill(null::bigint, array[count(*)::int])
  into ids, names, left_over
  from ledger_accounts other
  where other.name = any (touched) and not (ledger_is_locked(other.name) and not other.may_overdraw);

  from_at := places_in(names, from_names);
  to_at := places_in(names, to_names);

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
    if not is_short then
      new_ids[journal] := nextval(journal_ids);
    else
      for back in first .. line - 1 loop
        left_over[from_at[back]] := left_over[from_at[back]] + post_each.units[back];
        left_over[to_at[back]] := left_over[to_at[back]] - post_each.units[back];
      end loop;
    end if;
  end loop;
  if line <= lines_count then
    raise exception 'the posting % belongs to no journal', line using errcode = 'array_subscript_error';
  end if;

  insert into journals (id, kind, subject, at) overriding system value
  select new_ids[place], kinds[place], subjects[place], post_each.at
  from generate_series(1, journals_count) as place
  where new_ids[place] is not null
  order by place;
  insert into postings (journal_id, from_account, to_account, currency, units)
  select new_ids[one.journal], ids[from_at[one.ordinal]], ids[to_at[one.ordinal]],
         ledger_currency(from_names[one.ordinal]), one.units
  from unnest(line_journals, post_each.units) with ordinality as one (journal, units, ordinal)
  where new_ids[one.journal] is not null
  order by one.ordinal;

  update ledger_accounts account
  set balance_units = account.balance_units + net.units
  from (
    select place, sum(delta)::bigint as units
    from (
      select to_at[ordinal] as place, one.units as delta
      from unnest(line_journals, post_each.units) with ordinality as one (journal, units, ordinal)
      where new_ids[one.journal] is not null
      union all
      select from_at[ordinal], -one.units
      from unnest(line_journals, post_each.units) with ordinality as one (journal, units, ordinal)
      where new_ids[one.journal] is not null
    ) as moves
    group by place
  ) as net
  where account.id = ids[net.place] and net.units <> 0;
  return outcomes;
end $$;
revoke all on function post_each(text[],text[],timestamp with time zone,integer[],text[],text[],bigint[]) from public;
