-- Until when a bond is locked: `is_in_trade` while a trade that it secures is open, then the days after the last such trade.
create or replace function bond_lock(user_id bigint, at timestamp with time zone) returns TABLE(is_in_trade boolean, locked_until timestamp with time zone)
language sql stable security definer set search_path = public, pg_temp as $$
  select bool_or(trade.id is not null and trade.ended_at is null),
         case when max(trade.ended_at) + rule.lasts > bond_lock.at then max(trade.ended_at) + rule.lasts end
  from (
    select make_interval(days => (setting_value('bonds.rules') ->> 'lockDays')::int) as lasts
  ) as rule
  left join trades trade
    on bond_lock.user_id in (trade.buyer_id, trade.seller_id) and trade.owner_id = bond_lock.user_id
    and (trade.ended_at is null or trade.ended_at + rule.lasts > bond_lock.at)
    and exists (select from bond_methods bonded where bonded.method_id = trade.payment_method_id)
  group by rule.lasts
$$;
revoke all on function bond_lock(bigint,timestamp with time zone) from public;
grant execute on function bond_lock(bigint,timestamp with time zone) to parley_web;
