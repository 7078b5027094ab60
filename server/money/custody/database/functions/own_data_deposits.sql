create or replace function own_data_deposits(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select deposit.id, jsonb_build_object('coin', deposit.currency, 'units', deposit.units::text,
    'transaction', deposit.txid, 'address', address.address, 'status', deposit.status,
    'firstSeenAt', deposit.first_seen_at, 'creditedAt', deposit.credited_at)::text
  from wallet_addresses address
  join deposits deposit on deposit.address_id = address.id
  where address.user_id = person and deposit.id > after
  order by deposit.id
  limit most
$$;
revoke all on function own_data_deposits(bigint,bigint,integer) from public;
