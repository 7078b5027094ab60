-- Keeps the issuer's statement of a past day, line by line: the id, the kind and the sum of each entry. Moves nothing: what the lines and the entries
-- do not share is shown to administrators. The outcome: accepted; known; gap where the day before is missing.
create or replace function import_card_statement(issuer text, day date, lines jsonb, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  statement bigint;
  last      date;
begin
  perform assert_now(at);
  if (day < (at at time zone 'UTC')::date) is not true then
    raise exception 'this is no statement of a past day' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265053, hashtext(issuer));
  last := (select max(known.day) from card_statements known where known.issuer = import_card_statement.issuer);
  if last >= day then return 'known'; end if;
  if last < day - 1 then return 'gap'; end if;
  insert into card_statements as made (issuer, day, imported_at) values (issuer, day, at) returning made.id into statement;
  insert into card_statement_lines (statement_id, n, entry_id, kind, units)
  select statement, line.n, line.value ->> 'id', line.value ->> 'kind', (line.value ->> 'units')::bigint
  from jsonb_array_elements(lines) with ordinality as line (value, n);
  return 'accepted';
end $$;
revoke all on function import_card_statement(text,date,jsonb,timestamp with time zone) from public;
grant execute on function import_card_statement(text,date,jsonb,timestamp with time zone) to parley_worker;
