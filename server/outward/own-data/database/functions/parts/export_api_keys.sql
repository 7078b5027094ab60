-- As lines of JSON, for an archive that is being made.
create or replace function export_api_keys(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select known.id, jsonb_build_object('name', known.name, 'reads', known.scopes, 'networks', known.networks,
    'madeAt', known.created_at, 'endsAt', known.expires_at, 'lastUsedAt', known.last_used_at)::text
  from data_exports waiting
  join api_keys known on known.user_id = waiting.user_id
  where waiting.id = export_api_keys.export_id and waiting.made_at is null and known.id > export_api_keys.after
  order by known.id
  limit export_api_keys.most
$$;
revoke all on function export_api_keys(bigint,bigint,integer) from public;
grant execute on function export_api_keys(bigint,bigint,integer) to parley_worker;
