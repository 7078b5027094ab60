-- Refuses lists that say nothing: of unequal length, and lines that move nothing, or from one currency to another.
create or replace function assert_postings(kinds text[], subjects text[], line_journals integer[], from_names text[], to_names text[], units bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  journals_count constant int := cardinality(kinds);
  lines_count    constant int := cardinality(line_journals);
begin
  if cardinality(subjects) <> journals_count or cardinality(from_names) <> lines_count
     or cardinality(to_names) <> lines_count or cardinality(assert_postings.units) <> lines_count then
    raise exception 'lists of unequal length' using errcode = 'array_subscript_error';
  end if;
  if exists (
    select from unnest(assert_postings.units, from_names, to_names) as one (units, from_name, to_name)
    where (one.units > 0 and ledger_currency(one.from_name) = ledger_currency(one.to_name)) is not true
  ) then
    raise exception 'a posting moves more than nothing, within one currency' using errcode = 'check_violation';
  end if;
end $$;
revoke all on function assert_postings(text[],text[],integer[],text[],text[],bigint[]) from public;
