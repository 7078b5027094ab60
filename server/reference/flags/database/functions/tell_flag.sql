create or replace function tell_flag() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into events (type, subject, payload, at)
  values ('flag.changed', new.name, jsonb_build_object('userId', new.user_id::text), new.changed_at);
  return null;
end
$$;
revoke all on function tell_flag() from public;
