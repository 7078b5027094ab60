-- Takes quotes, each once: the users' coins to the operator, the operator's to the users. Outcomes by place, from 1:
-- converted, unknown, taken, expired, on_hold, restricted, unproved, insufficient, unavailable where the operator has too
-- little, halted:<name>.
create or replace function convert_coins(quote_hashes text[], user_ids bigint[], at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  quote    conversion_quotes;
  outcomes text[] := '{}';
  answer   text;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(quote_hashes), cardinality(user_ids));
  for number in 1 .. cardinality(quote_hashes) loop
    select wanted.* into quote
    from conversion_quotes wanted
    where wanted.hash = quote_hashes[number] and wanted.user_id = user_ids[number]
    for update;
    answer := case
      when quote.id is null then 'unknown'
      when exists (select from conversions taken where taken.quote_id = quote.id) then 'taken'
      when quote.expires_at <= at then 'expired'
      else coalesce(
        'halted:' || halt_of_conversion(quote.from_currency, quote.to_currency),
        kept_from_converting(quote.user_id),
        case when not exists (
          select from spend_proofs(array['conversion:' || quote.hash], array[quote.user_id])
        ) then 'unproved' end)
    end;
    outcomes := outcomes || coalesce(answer, post_conversion(quote, at));
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;
revoke all on function convert_coins(text[],bigint[],timestamp with time zone) from public;
grant execute on function convert_coins(text[],bigint[],timestamp with time zone) to parley_web;
