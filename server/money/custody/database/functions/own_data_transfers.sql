create or replace function own_data_transfers(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('coin', currency, 'units', units::text, 'feeUnits', fee_units::text,
    'destination', destination, 'status', status, 'createdAt', created_at, 'endedAt', ended_at)::text
  from send_outs
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_transfers(bigint,bigint,integer) from public;
