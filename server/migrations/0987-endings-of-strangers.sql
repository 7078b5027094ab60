-- Strangers lowered another's completion rate for nothing: they opened trades, and cancelled them or let them expire. A trade that did
-- not go well counts for a side that did not end it only where missed trades would count: the partner has traded before, is not of the
-- same household, and no other failure beside that household is counted in 30 days. What was counted before stays.
-- Owned by people/reputation.

-- Whether it is this side that ended the trade or did not do its part, or a moderator decided so.
create function is_own_ending(trade trades, side_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select trade.buyer_share_units is not null
    or trade.status = case side_id when trade.buyer_id then 'cancelled_buyer' else 'cancelled_seller' end
    or (trade.status = 'expired' and side_id <> trade.owner_id and (side_id = trade.buyer_id or trade.funded_at is null))
    or (side_id = trade.buyer_id and trade.status in ('dispute_won_seller', 'chargeback_started', 'chargeback_paid'))
$$;

-- Whether a failure beside somebody of the partner's household is counted for the user already, in the 30 days before; the newest 50.
create function has_failed_beside(user_id bigint, partner_id bigint, ended_at timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from (
      select counted.partner_id
      from reputation_trades counted
      where counted.user_id = has_failed_beside.user_id and not counted.is_successful
        and counted.at > has_failed_beside.ended_at - interval '30 days'
      order by counted.at desc
      limit 50
    ) as failed
    where failed.partner_id = has_failed_beside.partner_id
      or of_one_household(failed.partner_id, has_failed_beside.partner_id))
$$;

-- Sides of these trades, as 'trade/user', for whom an ending that went badly does not count.
create function uncounted_sides(trade_ids bigint[]) returns text[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  side      record;
  users     bigint[] := '{}';
  partners  bigint[] := '{}';
  uncounted text[]   := '{}';
begin
  for side in
    select trade.id, trade.ended_at, one.user_id, one.partner_id
    from trades trade
    cross join lateral (values (trade.buyer_id, trade.seller_id), (trade.seller_id, trade.buyer_id)) as one (user_id, partner_id)
    where trade.id = any (trade_ids) and trade.ended_at is not null and trade.status not in ('released', 'dispute_won_buyer')
      and not is_own_ending(trade, one.user_id)
      and not exists (
        select from reputation_trades counted where counted.user_id = one.user_id and counted.trade_id = trade.id)
    order by trade.ended_at, trade.id, one.user_id
  loop
    if has_traded_before(side.partner_id) and not of_one_household(side.user_id, side.partner_id)
      and not has_failed_beside(side.user_id, side.partner_id, side.ended_at)
      and not exists (
        select
        from unnest(users, partners) as before (user_id, partner_id)
        where before.user_id = side.user_id
          and (before.partner_id = side.partner_id or of_one_household(before.partner_id, side.partner_id)))
    then
      users := users || side.user_id;
      partners := partners || side.partner_id;
    else
      uncounted := uncounted || (side.id || '/' || side.user_id);
    end if;
  end loop;
  return uncounted;
end $$;
revoke all on function is_own_ending, has_failed_beside, uncounted_sides from public;

do $$
declare
  made   text := pg_get_functiondef('count_endings(bigint[])'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['  counted  timestamptz[];
begin', '  counted  timestamptz[];
  -- Sides for whom an ending does not count.
  uncounted text[];
begin'],
    ['  for no key update;
  select array_agg', '  for no key update;
  uncounted := uncounted_sides(trade_ids);
  select array_agg'],
    ['trade.status <> ''cancelled_buyer''));', 'trade.status <> ''cancelled_buyer''))
    and trade.id || ''/'' || side.user_id <> all (uncounted);']]
  loop
    if strpos(made, change[1]) = 0 then raise exception 'endings are counted by another rule: %', change[1]; end if;
    made := replace(made, change[1], change[2]);
  end loop;
  execute made;
end $$;
