-- A closed account takes no messages.
create or replace function erase_user_from_messenger(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  insert into messenger_profiles as known (user_id, accepts, changed_at)
  values (person, 'nobody', market_now())
  on conflict on constraint messenger_profiles_pkey do update
  set accepts = excluded.accepts, changed_at = excluded.changed_at
$$;
revoke all on function erase_user_from_messenger(bigint) from public;
