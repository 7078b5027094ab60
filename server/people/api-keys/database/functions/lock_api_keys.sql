-- In the order of their ids, before a list of orders counts against them.
create or replace function lock_api_keys(key_ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform from api_keys known where known.id = any (key_ids) order by known.id for no key update;
end $$;
revoke all on function lock_api_keys(bigint[]) from public;
