-- Takes orders as commands for their market, and moves what each can cost at most into its owner's account of orders. A market order has its
-- worst price fixed here. Outcomes by place, from 1: placed, unknown_market, closed, price, notional, too_many, same_client_id, on_hold, restricted,
-- no_session, session_market, session_limit, no_key, key_market, key_limit, no_rate, insufficient, halted:<name>.
create or replace function place_spot_orders(orders jsonb, at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  order_ids constant regclass := pg_get_serial_sequence('spot_orders', 'id');
  one     record;
  made    spot_orders;
  answer  text;
  answers text[] := '{}';
  taken   spot_orders[] := '{}';
  cents   bigint[] := '{}';
  held    text[];
  before  int := 0;
  -- Of the orders before in the list, by what they share.
  opened  int[] := '{}';
  clients boolean[] := '{}';
  used    bigint[] := '{}';
begin
  perform assert_now(at);
  perform assert_may_act_for(array(select distinct (one ->> 'user_id')::bigint from jsonb_array_elements(orders) as one));
  perform lock_spot_placing(orders);
  for one in select * from judged_spot_orders(orders, at) loop
    answer := coalesce(
      one.fault,
      case
        when one.open_now + coalesce(opened[one.pair], 0) >= one.most_open then 'too_many'
        when one.is_client_used or clients[one.client] then 'same_client_id'
      end,
      one.owner_fault,
      case when coalesce(used[one.budget], 0) + one.cents > one.left_cents then
        case when one.session_id is null then 'key_limit' else 'session_limit' end
      end);
    answers := array_append(answers, answer);
    if answer is null then
      made := one.made;
      made.id := nextval(order_ids);
      made.session_id := one.session_id;
      taken := array_append(taken, made);
      cents := array_append(cents, one.cents);
      opened[one.pair] := coalesce(opened[one.pair], 0) + 1;
      if one.client is not null then clients[one.client] := true; end if;
      if one.budget is not null then used[one.budget] := coalesce(used[one.budget], 0) + one.cents; end if;
    end if;
  end loop;
  held := hold_spot_orders(taken, cents, at);
  for number in 1 .. cardinality(answers) loop
    if answers[number] is null then before := before + 1; end if;
    place := number;
    outcome := coalesce(answers[number], held[before]);
    return next;
  end loop;
end $$;
revoke all on function place_spot_orders(jsonb,timestamp with time zone) from public;
grant execute on function place_spot_orders(jsonb,timestamp with time zone) to parley_web, parley_worker;
