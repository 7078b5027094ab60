-- The key of the picture's file goes no further than the packing.
create or replace function own_data_avatar(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select 1::bigint, jsonb_build_object('address', '/avatars/' || name || '.jpg', 'setAt', set_at, 'file_key', file_key)::text
  from avatars
  where user_id = person and after < 1
  limit most
$$;
revoke all on function own_data_avatar(bigint,bigint,integer) from public;
