-- As a line of JSON, for an archive that is being made; whoever has set nothing takes messages from everyone.
create or replace function export_messenger(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 1::bigint, jsonb_build_object('acceptsChatMessages', coalesce(profile.accepts, 'everyone'), 'changedAt', profile.changed_at)::text
  from data_exports waiting
  left join messenger_profiles profile on profile.user_id = waiting.user_id
  where waiting.id = export_messenger.export_id and waiting.made_at is null and export_messenger.after < 1
  limit export_messenger.most
$$;
revoke all on function export_messenger(bigint,bigint,integer) from public;
grant execute on function export_messenger(bigint,bigint,integer) to parley_worker;
