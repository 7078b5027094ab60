-- Books a provider's statement of a day: each line of an order is matched by our reference, deposits become the operator's money there, and
-- an open order that a line names was delivered. Lines: kind, reference, units, at. The outcome: accepted; gap where it does not add up or
-- does not continue the day before, and nothing is booked; known.
create or replace function import_provider_statement(product text, provider text, currency text, day date, opening bigint, closing bigint, lines jsonb, at timestamp with time zone)
returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  statement bigint;
  before    bigint;
  total     bigint := (select coalesce(sum(line.units), 0) from jsonb_to_recordset(lines) as line (units bigint));
begin
  perform assert_now(at);
  if (currency = 'USD' and product in ('top_up', 'store', 'off_ramp') and day < (at at time zone 'UTC')::date and provider ~ '^[a-z_]{2,30}$') is not true then
    raise exception 'this is no statement of a past day' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265052, hashtext(provider || ':' || currency));
  select past.closing_units into before
  from provider_statements past
  where past.provider = import_provider_statement.provider and past.currency = import_provider_statement.currency and past.is_accepted
  order by past.day desc limit 1;
  outcome := case
    when exists (
      select from provider_statements known
      where known.provider = import_provider_statement.provider and known.currency = import_provider_statement.currency
        and (known.day > import_provider_statement.day or known.day = import_provider_statement.day) and known.is_accepted) then 'known'
    when (opening + total = closing and opening = coalesce(before, 0)) is not true then 'gap'
    else 'accepted' end;
  if outcome <> 'known' then
    delete from provider_statement_lines line using provider_statements old
    where old.id = line.statement_id and not old.is_accepted and old.provider = import_provider_statement.provider
      and old.currency = import_provider_statement.currency and old.day = import_provider_statement.day;
    insert into provider_statements as known (product, provider, day, currency, opening_units, closing_units, digest, is_accepted, imported_at)
    values (product, provider, day, currency, opening, closing, sha256(convert_to(lines::text, 'utf8')), outcome = 'accepted', at)
    on conflict on constraint provider_statements_day_key do update
    set opening_units = excluded.opening_units, closing_units = excluded.closing_units, digest = excluded.digest,
        is_accepted = excluded.is_accepted, imported_at = excluded.imported_at
    returning known.id into statement;
    insert into provider_statement_lines (statement_id, n, kind, reference, units, at)
    select statement, line.n, line.value ->> 'kind', left(line.value ->> 'reference', 200), (line.value ->> 'units')::bigint,
           (line.value ->> 'at')::timestamptz
    from jsonb_array_elements(lines) with ordinality as line (value, n);
    if outcome = 'accepted' then perform book_provider_statement(statement, product, at); end if;
  end if;
  return next;
end $$;
revoke all on function import_provider_statement(text,text,text,date,bigint,bigint,jsonb,timestamp with time zone) from public;
grant execute on function import_provider_statement(text,text,text,date,bigint,bigint,jsonb,timestamp with time zone) to parley_worker;
