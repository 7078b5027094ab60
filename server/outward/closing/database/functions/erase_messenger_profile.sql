create or replace function erase_messenger_profile() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Nobody reads there any more.
  insert into messenger_profiles as known (user_id, accepts, changed_at)
  values (new.user_id, 'nobody', new.closed_at)
  on conflict on constraint messenger_profiles_pkey do update
  set accepts = excluded.accepts, changed_at = excluded.changed_at;
  return null;
end $$;
revoke all on function erase_messenger_profile() from public;
