-- The picture of whoever asked, while their archive is being made.
create or replace function export_avatar(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 1::bigint, jsonb_build_object('address', '/avatars/' || shown.name || '.jpg', 'setAt', shown.set_at,
    'file_key', shown.file_key)::text
  from data_exports waiting
  join avatars shown on shown.user_id = waiting.user_id
  where waiting.id = export_avatar.export_id and waiting.made_at is null and export_avatar.after < 1
  limit export_avatar.most
$$;
revoke all on function export_avatar(bigint,bigint,integer) from public;
grant execute on function export_avatar(bigint,bigint,integer) to parley_worker;
