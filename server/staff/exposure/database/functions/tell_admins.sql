-- One event for each administrator: where one of them fails, the others are still notified.
create or replace function tell_admins(type text, detail text, at timestamp with time zone) returns void
language sql set search_path = public, pg_temp as $$
  insert into events (type, subject, payload, at)
  select tell_admins.type, granted.user_id::text, jsonb_build_object('detail', tell_admins.detail), tell_admins.at
  from user_roles granted
  where granted.role = 'admin'
  order by granted.user_id
$$;
revoke all on function tell_admins(text,text,timestamp with time zone) from public;
