-- Takes quotes of sales, each once: see reserve_provider_order. Outcomes by place, from 1: those of reserve_provider_order, unknown; account where the
-- payment account has changed since the quote; new_account where it is younger than a day and the sum above 100 dollars.
create or replace function reserve_off_ramps(hashes text[], external_refs uuid[], quote_hashes text[], user_ids bigint[], at timestamp with time zone)
returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  quote    product_quotes;
  ramp     ramp_orders;
  outcomes text[] := '{}';
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(hashes), cardinality(external_refs), cardinality(quote_hashes), cardinality(user_ids));
  for number in 1 .. cardinality(hashes) loop
    select wanted.* into quote
    from product_quotes wanted
    where wanted.hash = quote_hashes[number] and wanted.user_id = user_ids[number] and wanted.product = 'off_ramp'
    for update;
    select wanted.* into ramp from ramp_orders wanted where wanted.quote_id = quote.id;
    perform from payment_accounts known where known.public_id = ramp.account for share;
    outcomes := outcomes || case
      when quote.id is null then 'unknown'
      when not exists (
        select from payment_accounts known where known.public_id = ramp.account and known.updated_at = ramp.account_at
      ) then 'account'
      when ramp.account_at > at - interval '1 day' and quote.cost_units > 10000 then 'new_account'
      else reserve_provider_order(hashes[number], external_refs[number], quote, false, at)
    end;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;
revoke all on function reserve_off_ramps(text[],uuid[],text[],bigint[],timestamp with time zone) from public;
grant execute on function reserve_off_ramps(text[],uuid[],text[],bigint[],timestamp with time zone) to parley_web;
