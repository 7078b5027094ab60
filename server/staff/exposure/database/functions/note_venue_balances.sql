-- What the operator has at a venue, as it was read there just now.
create or replace function note_venue_balances(venue text, currencies text[], units bigint[], at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(currencies), cardinality(note_venue_balances.units));
  insert into venue_balances (venue, currency, units, read_at)
  select note_venue_balances.venue, one.currency, one.units, note_venue_balances.at
  from unnest(currencies, note_venue_balances.units) as one (currency, units)
  on conflict (venue, currency) do update set units = excluded.units, read_at = excluded.read_at;
  return cardinality(currencies);
end $$;
revoke all on function note_venue_balances(text,text[],bigint[],timestamp with time zone) from public;
grant execute on function note_venue_balances(text,text[],bigint[],timestamp with time zone) to parley_worker;
