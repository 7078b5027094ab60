-- What becomes of each journal at its turn: 'duplicate', 'insufficient' or 'posted'. `known` says which were posted before, `twins` which one
-- before it has the same kind and subject, `from_at` and `to_at` where in `left_over` the accounts of a line are.
create or replace function decide_journals(kinds text[], subjects text[], known boolean[], twins integer[], line_journals integer[], from_at integer[], to_at integer[], units bigint[], left_over bigint[]) returns text[]
language plpgsql set search_path = public, pg_temp as $$
declare
  journals_count constant int := cardinality(kinds);
  lines_count    constant int := cardinality(line_journals);
  outcomes text[] := array_fill(null::text, array[cardinality(kinds)]);
  line     int := 1;
  first    int;
  is_short boolean;
begin
  for journal in 1 .. journals_count loop
    if known[journal] or outcomes[twins[journal]] in ('posted', 'duplicate') then
      outcomes[journal] := 'duplicate';
      while line_journals[line] = journal loop line := line + 1; end loop;
      continue;
    end if;
    first := line;
    while line_journals[line] = journal loop
      left_over[from_at[line]] := left_over[from_at[line]] - decide_journals.units[line];
      left_over[to_at[line]] := left_over[to_at[line]] + decide_journals.units[line];
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
        left_over[from_at[back]] := left_over[from_at[back]] + decide_journals.units[back];
        left_over[to_at[back]] := left_over[to_at[back]] - decide_journals.units[back];
      end loop;
    end if;
  end loop;
  if line <= lines_count then
    raise exception 'the posting % belongs to no journal', line using errcode = 'array_subscript_error';
  end if;
  return outcomes;
end $$;
revoke all on function decide_journals(text[],text[],boolean[],integer[],integer[],integer[],integer[],bigint[],bigint[]) from public;
