create or replace function own_data_holds(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('transfersHeld', reason, 'from', began_at, 'until', ends_at)::text
  from send_out_holds
  where user_id = person and id > after
  order by id
  limit most
$$;
revoke all on function own_data_holds(bigint,bigint,integer) from public;
