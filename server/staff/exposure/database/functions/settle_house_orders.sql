-- Brings back to the inventory what orders of the operator have that ended in their market. Where the account no longer has it, the order is
-- missing, and administrators are notified. Returns how many ended.
create or replace function settle_house_orders(at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  made   house_orders;
  names  text[];
  backs  text[];
  sums   bigint[];
  answer text;
  ended  int := 0;
begin
  perform assert_now(at);
  for made in
    select one.*
    from house_orders one
    join spot_orders placed on placed.id = one.order_id
    where one.status = 'placed' and placed.ended_at is not null
    order by one.id
    for update of one
  loop
    select array_agg(available_account(made.user_id, rest.currency) order by rest.currency),
           array_agg('house:' || rest.currency || ':inventory' order by rest.currency), array_agg(rest.units order by rest.currency)
    into names, backs, sums
    from house_order_rest(made) rest
    where rest.units > 0;
    answer := (post_each(array['house_back'], array[made.external_ref], at, array_fill(1, array[cardinality(sums)]), names, backs, sums))[1];
    update house_orders one
    set status = case answer when 'posted' then 'ended' else 'missing' end, ended_at = at
    where one.id = made.id;
    if answer <> 'posted' then perform tell_admins('staff.house_order_missing', made.external_ref, at); end if;
    ended := ended + 1;
  end loop;
  return ended;
end $$;
revoke all on function settle_house_orders(timestamp with time zone) from public;
grant execute on function settle_house_orders(timestamp with time zone) to parley_worker;
