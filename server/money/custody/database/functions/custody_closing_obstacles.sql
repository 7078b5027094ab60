create or replace function custody_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'deposits', count(*)::text
  from wallet_addresses address
  join deposits deposit on deposit.address_id = address.id
  where address.user_id = person and deposit.status in ('incoming', 'quarantined')
  having count(*) > 0
  union all
  select 'send_outs', count(*)::text
  from send_outs
  where send_outs.user_id = person and send_outs.status in ('pending', 'broadcast', 'confirming')
  having count(*) > 0
  union all
  select 'holds', count(*)::text
  from wallet_holds hold
  where hold.user_id = person and hold.lifted_at is null
  having count(*) > 0
$$;
revoke all on function custody_closing_obstacles(bigint) from public;
