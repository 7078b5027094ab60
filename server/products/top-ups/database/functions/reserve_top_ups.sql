-- Takes quotes of top-ups, each once: see reserve_provider_order. A number gets no more than so much a day from all users together. Outcomes by
-- place, from 1: those of reserve_provider_order, unknown, number_limit, ask_over.
create or replace function reserve_top_ups(hashes text[], external_refs uuid[], quote_hashes text[], user_ids bigint[], at timestamp with time zone)
returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  quote    product_quotes;
  topped   top_ups;
  answer   text;
  outcomes text[] := '{}';
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(hashes), cardinality(external_refs), cardinality(quote_hashes), cardinality(user_ids));
  for number in 1 .. cardinality(hashes) loop
    select wanted.* into quote
    from product_quotes wanted
    where wanted.hash = quote_hashes[number] and wanted.user_id = user_ids[number] and wanted.product = 'top_up'
    for update;
    select wanted.* into topped from top_ups wanted where wanted.quote_id = quote.id;
    -- Of one number one at a time, so that its limit holds.
    perform pg_advisory_xact_lock(7265053, hashtext(encode(topped.phone_index, 'hex')));
    answer := case
      when quote.id is null then 'unknown'
      when quote.cost_units + (
        select coalesce(sum(other.cost_units), 0)
        from top_ups same
        join product_quotes other on other.id = same.quote_id
        join provider_orders made on made.quote_id = same.quote_id
        where same.phone_index = topped.phone_index and made.status <> 'returned' and made.created_at > at - interval '1 day'
      ) > 100 * (setting_value('top_up.number_usd_day') #>> '{}')::bigint then 'number_limit'
      else coalesce(pay_top_up_ask(topped.ask_id, false, at), reserve_provider_order(hashes[number], external_refs[number], quote, false, at))
    end;
    if answer = 'reserved' then perform pay_top_up_ask(topped.ask_id, true, at); end if;
    outcomes := outcomes || answer;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;
revoke all on function reserve_top_ups(text[],uuid[],text[],bigint[],timestamp with time zone) from public;
grant execute on function reserve_top_ups(text[],uuid[],text[],bigint[],timestamp with time zone) to parley_web;
