-- Places a planned order by the rules of the book, with money of the inventory that is held in the same transaction. What is not filled at once
-- ends. Outcomes: placed, also if it was before; refused with its reason in the row; unknown.
create or replace function place_house_order(external_ref text, hash text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  planned house_orders;
  asked   jsonb;
  judged  record;
  made    spot_orders;
  spent   text;
  reason  text;
begin
  perform assert_now(at);
  select one.* into planned from house_orders one where one.external_ref = place_house_order.external_ref and one.venue = 'spot' for update;
  if planned.id is null then return 'unknown'; end if;
  if planned.status <> 'planned' then return case planned.status when 'refused' then 'refused' else 'placed' end; end if;
  asked := jsonb_build_array(jsonb_build_object(
    'user_id', planned.user_id, 'hash', hash, 'client_id', external_ref, 'market', planned.market, 'side', planned.side, 'type', 'limit',
    'tif', 'ioc', 'price_ticks', planned.price_ticks, 'lots', planned.lots));
  perform lock_spot_placing(asked);
  select one.* into strict judged from judged_spot_orders(asked, at) one;
  reason := coalesce(
    house_order_hold('spot', at),
    case
      when planned.user_id <> house_trader() then 'no_trader'
      when planned.planned_at < at - interval '1 minute' then 'late'
      when not exists (select from house_advice advised where advised.id = planned.advice_id and advised.status = 'open') then 'none'
      when judged.open_now >= judged.most_open then 'too_many'
      when judged.is_client_used then 'same_client_id'
    end,
    judged.fault, judged.owner_fault);
  if reason is null then
    select case planned.side when 'buy' then known.quote else known.base end into spent from spot_markets known where known.symbol = planned.market;
    made := judged.made;
    if 'posted' <> (post_each(array['house_fund'], array[external_ref], at, array[1], array['house:' || spent || ':inventory'],
      array[available_account(planned.user_id, spent)], array[made.held_units]))[1]
    then
      reason := 'insufficient';
    end if;
  end if;
  if reason is not null then
    update house_orders one set status = 'refused', why = reason, ended_at = at where one.id = planned.id;
    return 'refused';
  end if;
  made.id := nextval(pg_get_serial_sequence('spot_orders', 'id'));
  if (hold_spot_orders(array[made], array[judged.cents], at))[1] <> 'placed' then
    raise exception 'the order % was funded and not placed', external_ref using errcode = 'check_violation';
  end if;
  update house_orders one set status = 'placed', order_id = made.id, given_units = made.held_units where one.id = planned.id;
  return 'placed';
end $$;
revoke all on function place_house_order(text,text,timestamp with time zone) from public;
grant execute on function place_house_order(text,text,timestamp with time zone) to parley_worker;
