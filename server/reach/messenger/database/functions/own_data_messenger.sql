-- A person who has set nothing takes messages from everyone.
create or replace function own_data_messenger(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select 1::bigint, jsonb_build_object('acceptsChatMessages', coalesce(profile.accepts, 'everyone'), 'changedAt', profile.changed_at)::text
  from users
  left join messenger_profiles profile on profile.user_id = users.id
  where users.id = person and after < 1
  limit most
$$;
revoke all on function own_data_messenger(bigint,bigint,integer) from public;
