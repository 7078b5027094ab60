-- What each of them holds: coins, and what they were worth.
create or replace function bond_holdings(user_ids bigint[]) returns TABLE(user_id bigint, currency text, units bigint, usd_cents bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select move.user_id, move.currency,
         sum(case move.kind when 'deposit' then move.units else -move.units end)::bigint,
         sum(case move.kind when 'deposit' then move.usd_cents else -move.usd_cents end)::bigint
  from bond_moves move
  where move.user_id = any (bond_holdings.user_ids)
  group by move.user_id, move.currency
  having sum(case move.kind when 'deposit' then move.units else -move.units end) > 0
$$;
revoke all on function bond_holdings(bigint[]) from public;
grant execute on function bond_holdings(bigint[]) to parley_web, parley_worker;
