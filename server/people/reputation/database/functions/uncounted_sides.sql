-- Sides of these trades, as 'trade/user', for whom an ending that went badly does not count.
create or replace function uncounted_sides(trade_ids bigint[]) returns text[]
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
revoke all on function uncounted_sides(bigint[]) from public;
