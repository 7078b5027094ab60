-- Posts each journal or says why not, in order: 'duplicate' when its kind and subject exist, 'insufficient' when an
-- account would fall below zero at its turn; earlier journals of the list count for later ones. The lines of one journal
-- are adjacent, journals ascending, numbered from 1. Locks accounts by id.
create or replace function post_each(kinds text[], subjects text[], at timestamp with time zone, line_journals integer[], from_names text[], to_names text[], units bigint[]) returns text[]
language plpgsql set search_path = public, pg_temp set enable_seqscan = 'off' set enable_hashjoin = 'off' set enable_mergejoin = 'off' set plan_cache_mode = 'force_generic_plan' as $$
declare
  outcomes    text[];
  journal_ids constant regclass := pg_get_serial_sequence('journals', 'id');
  -- The accounts of the postings, each once; the balance of an unlocked account is null.
  ids       bigint[];
  names     text[];
  left_over bigint[];
  from_at   int[];
  to_at     int[];
  known     boolean[];
  -- The journal before it with the same kind and subject.
  twins     int[];
begin
  perform assert_postings(kinds, subjects, line_journals, from_names, to_names, post_each.units);
  if cardinality(kinds) = 0 then return '{}'; end if;
  select locked.ids, locked.names, locked.left_over
  into ids, names, left_over
  from lock_accounts(array(select unnest(from_names) union select unnest(to_names))) as locked;
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

  outcomes := decide_journals(kinds, subjects, known, twins, line_journals, from_at, to_at, post_each.units, left_over);
  perform write_journals(
    array(
      select case outcomes[place] when 'posted' then nextval(journal_ids) end
      from generate_series(1, cardinality(kinds)) as place
      order by place),
    kinds, subjects, post_each.at, line_journals, from_at, to_at,
    array(select ledger_currency(one.name) from unnest(from_names) with ordinality as one (name, place) order by one.place),
    post_each.units, ids);
  return outcomes;
end $$;
revoke all on function post_each(text[],text[],timestamp with time zone,integer[],text[],text[],bigint[]) from public;
