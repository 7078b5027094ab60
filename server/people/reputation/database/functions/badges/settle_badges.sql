-- A restricted user shows none. A badge given by staff takes precedence over one from trades. Locks the figures of these users
-- in id order, and reads everything it decides by after that.
create or replace function settle_badges(user_ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fewest constant int := least(
    (setting_value('badges.power_trades') #>> '{}')::int, (setting_value('badges.expert_trades') #>> '{}')::int,
    (setting_value('badges.vendor_sales') #>> '{}')::int);
begin
  insert into user_reputation (user_id)
  select person.id from users person where person.id = any (user_ids) order by person.id
  on conflict do nothing;
  perform from user_reputation known where known.user_id = any (user_ids) order by known.user_id for no key update;
  -- In this order, as there: a change that commits once anything was read makes them due again, and stays due.
  perform from badge_dues due where due.user_id = any (user_ids) order by due.user_id for update;
  if exists (
    select
    from user_reputation known
    where known.user_id = any (user_ids)
      and (known.badge <> 'no_badge' or known.tier <> 'no_badge' or known.is_vendor
        or (select coalesce(sum(slot.successful), 0) from reputation_slots slot where slot.user_id = known.user_id) >= fewest
        or (select count(*) from (
              select from reputation_trades counted
              where counted.user_id = known.user_id and counted.is_successful
              limit fewest) as few) >= fewest
        or exists (select from given_badges gift where gift.user_id = known.user_id))
  ) then
    perform settle_badges_of_able(user_ids);
    return;
  end if;
  delete from badge_dues due where due.user_id = any (user_ids);
end $$;
revoke all on function settle_badges(bigint[]) from public;
grant execute on function settle_badges(bigint[]) to parley_worker;
