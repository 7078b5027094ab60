-- Schedules whose time has come, and prices that have been crossed: their occasions wait for a run. Times that were missed meanwhile are one.
-- A price counts when it comes there, not while it stays. Returns how many are new.
create or replace function note_hedge_times(most integer, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rule hedge_rules;
  look record;
  made int := 0;
begin
  perform assert_now(at);
  for rule in
    select one.* from hedge_rules one
    where one.status = 'active' and one.trigger = 'schedule' and one.next_at <= at
    order by one.next_at
    limit most
    for update skip locked
  loop
    insert into hedge_dues (rule_id, subject, due_at)
    values (rule.id, 'schedule:' || extract(epoch from rule.next_at)::bigint, at)
    on conflict do nothing;
    update hedge_rules one set next_at = at + make_interval(days => rule.every_days) where one.id = rule.id;
    made := made + 1;
  end loop;
  for look in
    select one.id, one.is_met as was_met, is_met_now.met
    from hedge_rules one
    cross join lateral (select hedge_price_is_met(one, note_hedge_times.at) as met) as is_met_now
    where one.status = 'active' and one.trigger = 'price' and one.is_met is distinct from is_met_now.met and is_met_now.met is not null
    order by one.id
    limit most
    for update of one skip locked
  loop
    if look.met and not look.was_met then
      insert into hedge_dues (rule_id, subject, due_at)
      values (look.id, 'price:' || (extract(epoch from at) * 1000000)::bigint, at)
      on conflict do nothing;
      made := made + 1;
    end if;
    update hedge_rules one set is_met = look.met where one.id = look.id;
  end loop;
  return made;
end $$;
revoke all on function note_hedge_times(integer,timestamp with time zone) from public;
grant execute on function note_hedge_times(integer,timestamp with time zone) to parley_worker;
