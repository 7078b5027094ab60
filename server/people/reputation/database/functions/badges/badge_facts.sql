-- What badges are decided by. Trades that went well in the window, to the moment: whole slots, and of the slot in which it
-- began the trades themselves. Sales are of the newest two hundred, as medians are.
create or replace function badge_facts(user_ids bigint[]) returns TABLE(user_id bigint, trades integer, sales integer, has_partners boolean, old_at timestamp with time zone, is_old boolean, has_id boolean, has_address boolean, is_restricted boolean, given text, seeded text)
language sql stable security definer set search_path = public, pg_temp as $$
  select person.id, slots.trades + edge.trades, sold.sales,
    has_partners(person.id, span.since, (setting_value('badges.partners') #>> '{}')::int),
    person.created_at + span.age, person.created_at + span.age <= span.now, person.level >= 2, person.level >= 2.5,
    exists (
      select
      from user_restrictions standing
      where standing.user_id = person.id and standing.lifted_at is null),
    case when not gift.is_seeded then gift.badge end, case when gift.is_seeded then gift.badge end
  from users person
  cross join lateral (
    select clock.now, clock.now - clock.window as since,
      date_bin('4 hours', clock.now - clock.window, '2000-01-01 00:00+00') as slot,
      make_interval(days => (setting_value('badges.account_days') #>> '{}')::int) as age
    from (
      select market_now() as now, make_interval(days => (setting_value('badges.days') #>> '{}')::int) as window offset 0
    ) as clock
    offset 0
  ) as span
  left join given_badges gift on gift.user_id = person.id
  cross join lateral (
    select coalesce(sum(slot.successful), 0)::int as trades
    from reputation_slots slot
    where slot.user_id = person.id and slot.begins_at > span.slot
  ) as slots
  cross join lateral (
    select count(*)::int as trades
    from reputation_trades counted
    where counted.user_id = person.id and counted.role in ('buyer', 'seller') and counted.is_successful
      and counted.at > span.since and counted.at < span.slot + interval '4 hours'
  ) as edge
  cross join lateral (
    select count(*) filter (where newest.is_successful and newest.at > span.since)::int as sales
    from (
      select counted.is_successful, counted.at
      from reputation_trades counted
      where counted.user_id = person.id and counted.role = 'seller'
      order by counted.at desc
      limit 200
    ) as newest
  ) as sold
  where person.id = any (user_ids)
$$;
revoke all on function badge_facts(bigint[]) from public;
grant execute on function badge_facts(bigint[]) to parley_web, parley_worker;
