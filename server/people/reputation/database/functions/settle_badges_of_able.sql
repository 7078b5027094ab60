create or replace function settle_badges_of_able(user_ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  needs jsonb := jsonb_build_object(
    'power', setting_value('badges.power_trades'), 'expert', setting_value('badges.expert_trades'),
    'vendor', setting_value('badges.vendor_sales'));
  fewest constant int := least((needs ->> 'power')::int, (needs ->> 'expert')::int, (needs ->> 'vendor')::int);
  able  bigint[];
begin
  insert into user_reputation (user_id)
  select person.id from users person where person.id = any (user_ids) order by person.id
  on conflict do nothing;
  perform from user_reputation known where known.user_id = any (user_ids) order by known.user_id for no key update;
  -- They are done with before anything is read: a change that commits from here on makes them due again, and stays due.
  perform from badge_dues due where due.user_id = any (user_ids) order by due.user_id for update;
  update badge_dues due set due_at = 'infinity' where due.user_id = any (user_ids);

  -- Whoever shows nothing, was given nothing and has fewer trades in all than any badge asks for cannot get one: most people.
  able := array(
    select known.user_id
    from user_reputation known
    where known.user_id = any (user_ids)
      and (known.badge <> 'no_badge' or known.tier <> 'no_badge' or known.is_vendor
        or (select coalesce(sum(slot.successful), 0) from reputation_slots slot where slot.user_id = known.user_id) >= fewest
        or (select count(*) from (
              select from reputation_trades counted
              where counted.user_id = known.user_id and counted.is_successful
              limit fewest) as few) >= fewest
        or exists (select from given_badges gift where gift.user_id = known.user_id)));

  -- With what was shown before: it is told.
  with before as (
    select known.user_id, known.badge
    from user_reputation known
    where known.user_id = any (able)
  ), decided as (
    select fact.user_id, fact.trades, fact.sales, fact.has_partners, fact.has_weight, fact.has_vendor_weight, fact.is_restricted, fact.has_id, fact.has_address, fact.given,
      fact.seeded, fact.old_at, fact.is_old, tier.trades as tier, sells.is_enough as sells_enough, sells.is_vendor, earned.tier as earned,
      case
        when fact.is_restricted then 'no_badge'
        when fact.given is not null then fact.given
        when fact.seeded = 'ambassador' then 'ambassador'
        when earned.tier <> 'no_badge' then earned.tier
        when sells.is_vendor or fact.seeded = 'vendor' then 'vendor'
        else 'no_badge'
      end as badge
    from (
      select facts.*, facts.has_partners and coalesce(known.weight_partners, 0)
        >= 1000 * (setting_value('badges.counted_partners') #>> '{}')::int as has_weight,
        facts.has_partners and coalesce(known.weight_partners, 0)
        >= 1000 * (setting_value('badges.vendor_counted_partners') #>> '{}')::int as has_vendor_weight
      from badge_facts(able) facts
      left join user_reputation known on known.user_id = facts.user_id
    ) as fact
    cross join lateral (
      select case
        when fact.is_restricted or not fact.has_address then null
        when fact.trades >= (needs ->> 'expert')::int then 'expert_trader'
        when fact.trades >= (needs ->> 'power')::int then 'power_trader'
      end as trades) as tier
    cross join lateral (
      select case
        when fact.is_restricted then 'no_badge'
        when (fact.is_old and fact.has_weight and tier.trades = 'expert_trader') or fact.seeded = 'expert_trader' then 'expert_trader'
        when (fact.is_old and fact.has_weight and tier.trades = 'power_trader') or fact.seeded = 'power_trader' then 'power_trader'
        else 'no_badge'
      end as tier) as earned
    cross join lateral (
      select enough.sales as is_enough, enough.sales and fact.has_vendor_weight as is_vendor
      from (values (fact.has_id and not fact.is_restricted and fact.sales >= (needs ->> 'vendor')::int)) as enough (sales)) as sells
  ), shown as (
    update user_reputation known
    set badge = decided.badge, is_vendor = decided.is_vendor, tier = decided.earned
    from decided
    where known.user_id = decided.user_id
      and (known.badge, known.is_vendor, known.tier) <> (decided.badge, decided.is_vendor, decided.earned)
    returning known.user_id
  ), told as (
    insert into badge_changes (user_id, before, badge, why, has, needs, at)
    select decided.user_id, before.badge, decided.badge, reason.why, reason.has, reason.needs, market_now()
    from decided
    join before on before.user_id = decided.user_id and before.badge <> decided.badge
    cross join lateral badge_reason(before.badge, decided.badge, decided.given, jsonb_build_object(
      'is_restricted', decided.is_restricted, 'has_id', decided.has_id, 'has_address', decided.has_address, 'is_old', decided.is_old,
      'trades', decided.trades, 'sales', decided.sales, 'has_partners', case when before.badge = 'vendor' then decided.has_vendor_weight else decided.has_weight end), needs) as reason
    -- What the seed of a demo gave is no news to its traders, and nobody reads what is told to an account that has closed.
    where not (before.badge = 'no_badge' and decided.seeded is not distinct from decided.badge)
      and not exists (
        select from account_closures gone where gone.user_id = decided.user_id and gone.closed_at is not null)
    order by decided.user_id
    returning badge_changes.user_id, badge_changes.before, badge_changes.badge, badge_changes.why, badge_changes.has,
      badge_changes.needs, badge_changes.at
  ), emitted as (
    insert into events (type, subject, payload, at)
    select case when badge_rank(told.badge) > badge_rank(told.before) then 'account.badge_given' else 'account.badge_lost' end,
      told.user_id::text,
      jsonb_build_object('detail', told.badge, 'before', told.before, 'badgeWhy', told.why, 'has', told.has, 'needs', told.needs),
      told.at
    from told
  )
  -- Time alone takes what it counts, and gives to whoever lacks nothing but age; partners sign in elsewhere, and nothing tells of it.
  -- What has changed is looked at once more: offers that show it are written after this, and a process may die in between.
  insert into badge_dues as due (user_id, due_at)
  select decided.user_id, case
      when shown.user_id is not null then market_now() + interval '1 minute'
      when decided.sells_enough or decided.is_old then market_now() + interval '1 hour'
      else decided.old_at
    end
  from decided
  left join shown on shown.user_id = decided.user_id
  where shown.user_id is not null or decided.sells_enough or decided.tier is not null
  order by decided.user_id
  on conflict on constraint badge_dues_pkey do update
  set due_at = least(due.due_at, excluded.due_at);
  delete from badge_dues due where due.user_id = any (user_ids) and due.due_at = 'infinity';
end $$;
revoke all on function settle_badges_of_able(bigint[]) from public;
