-- What stands in the way of closing this account: what is theirs or somebody else's to get would be nobody's afterwards. The
-- detail is the coin, or how many there are.
create or replace function closing_obstacles(user_id bigint) returns TABLE(code text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'balance', held.currency
  from (values ('BTC'), ('ETH'), ('USDT')) as held (currency)
  where exists (
    select
    from ledger_accounts account
    where account.name = any (array(
        select format('user:%s:%s:%s', closing_obstacles.user_id, held.currency, purpose)
        from unnest('{available,held,bond}'::text[]) as purpose))
      and account.balance_units <> 0)
  union all
  select 'deposits', count(*)::text
  from wallet_addresses address
  join deposits deposit on deposit.address_id = address.id
  where address.user_id = closing_obstacles.user_id and deposit.status in ('incoming', 'quarantined')
  having count(*) > 0
  union all
  select 'send_outs', count(*)::text
  from send_outs
  where send_outs.user_id = closing_obstacles.user_id and send_outs.status in ('pending', 'broadcast', 'confirming')
  having count(*) > 0
  union all
  select 'trades', count(*)::text
  from running_trades running
  where closing_obstacles.user_id in (running.buyer_id, running.seller_id)
  having count(*) > 0
  union all
  select 'cases', count(*)::text
  from running_trades running
  join trades trade on trade.id = running.trade_id
  join disputes dispute on dispute.trade_hash = trade.hash and dispute.outcome is null
  where closing_obstacles.user_id in (running.buyer_id, running.seller_id)
  having count(*) > 0
  union all
  select 'holds', count(*)::text
  from wallet_holds hold
  where hold.user_id = closing_obstacles.user_id and hold.lifted_at is null
  having count(*) > 0
  union all
  select 'restricted', count(*)::text
  from user_restrictions restriction
  where restriction.user_id = closing_obstacles.user_id and restriction.lifted_at is null
  having count(*) > 0
  union all
  select 'staff', count(*)::text
  from user_roles granted
  where granted.user_id = closing_obstacles.user_id
  having count(*) > 0
$$;
revoke all on function closing_obstacles(bigint) from public;
grant execute on function closing_obstacles(bigint) to parley_web;
