-- Asks the market process to cancel orders, or to lower their quantity to `lots` where that is not null. An order belongs to its user.
-- Outcomes by place, from 1: asked, unknown, ended, lots where it is no less than now.
create or replace function change_spot_orders(hashes text[], user_ids bigint[], lots bigint[], at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  found_order spot_orders;
begin
  perform assert_now(at);
  perform assert_may_act_for(user_ids);
  perform assert_lengths(cardinality(hashes), cardinality(user_ids));
  perform assert_lengths(cardinality(hashes), cardinality(lots));
  for number in 1 .. cardinality(hashes) loop
    select wanted.* into found_order
    from spot_orders wanted
    where wanted.hash = hashes[number] and wanted.user_id = user_ids[number];
    place := number;
    outcome := case
      when found_order.id is null then 'unknown'
      when found_order.ended_at is not null then 'ended'
      when lots[number] is null then 'asked'
      when lots[number] < 1 or lots[number] >= found_order.lots or found_order.quote_limit_units is not null then 'lots'
      else 'asked'
    end;
    if outcome = 'asked' then
      perform add_spot_commands(found_order.market, array[row(
        null, null, case when lots[number] is null then 'cancel' else 'amend' end, found_order.id, null, lots[number], null, null, null
      )::spot_commands], change_spot_orders.at);
    end if;
    return next;
  end loop;
end $$;
revoke all on function change_spot_orders(text[],bigint[],bigint[],timestamp with time zone) from public;
grant execute on function change_spot_orders(text[],bigint[],bigint[],timestamp with time zone) to parley_web, parley_worker;
