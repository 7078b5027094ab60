create or replace function settle_badges_of_able(user_ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  needs jsonb := jsonb_build_object(
    'power', setting_value('badges.power_trades'), 'expert', setting_value('badges.expert_trades'),
    'vendor', setting_value('badges.vendor_sales'));
  fewest constant int := least((needs ->> 'power')::int, (needs ->> 'expert')::int, (needs ->> 'vendor')::int);
  able  bigint[];
begin
  perform lock_badges(user_ids);
  able := able_to_show(user_ids, fewest);

  -- With the badge shown before, for the notification.
  with before as (
    select known.user_id, known.badge
    from user_reputation known
    where known.user_id = any (able)
  ), decided as (
    select decision.* from decide_badges(able, needs) as decision
  ), shown as (
    update user_reputation known
    set badge = decided.badge, is_vendor = decided.is_vendor, tier = decided.earned
    from decided
    where known.user_id = decided.user_id
      and (known.badge, known.is_vendor, known.tier) <> (decided.badge, decided.is_vendor, decided.earned)
    returning known.user_id
  ), changed as (
    insert into badge_changes (user_id, before, badge, why, has, needs, at)
    select decided.user_id, before.badge, decided.badge, reason.why, reason.has, reason.needs, market_now()
    from decided
    join before on before.user_id = decided.user_id and before.badge <> decided.badge
    cross join lateral badge_reason(before.badge, decided.badge, decided.given, jsonb_build_object(
      'is_restricted', decided.is_restricted, 'has_id', decided.has_id, 'has_address', decided.has_address, 'is_old', decided.is_old,
      'trades', decided.trades, 'sales', decided.sales, 'has_partners', case when before.badge = 'vendor' then decided.has_vendor_weight else decided.has_weight end), needs) as reason
    -- Badges of a demo's seed are not notified, and closed accounts get no notifications.
    where not (before.badge = 'no_badge' and decided.seeded is not distinct from decided.badge)
      and not exists (
        select from account_closures gone where gone.user_id = decided.user_id and gone.closed_at is not null)
    order by decided.user_id
    returning badge_changes.user_id, badge_changes.before, badge_changes.badge, badge_changes.why, badge_changes.has,
      badge_changes.needs, badge_changes.at
  ), emitted as (
    insert into events (type, subject, payload, at)
    select case when badge_rank(changed.badge) > badge_rank(changed.before) then 'account.badge_given' else 'account.badge_lost' end,
      changed.user_id::text,
      jsonb_build_object('detail', changed.badge, 'before', changed.before, 'badgeWhy', changed.why, 'has', changed.has, 'needs', changed.needs),
      changed.at
    from changed
  )
  -- Badges are lost by time alone, and gained by age alone; partners sign in elsewhere, and no event reports that.
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
