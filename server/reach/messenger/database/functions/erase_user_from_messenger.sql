-- A closed account takes no messages, and nobody writes in its conversations any more. The other side keeps what was written.
create or replace function erase_user_from_messenger(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into messenger_profiles as known (user_id, accepts, changed_at)
  values (person, 'nobody', market_now())
  on conflict on constraint messenger_profiles_pkey do update
  set accepts = excluded.accepts, changed_at = excluded.changed_at;
  update direct_conversations
  set closed_at = market_now()
  where (low_id = person or high_id = person) and closed_at is null;
  update direct_members set unread = 0 where user_id = person and unread > 0;
end $$;
revoke all on function erase_user_from_messenger(bigint) from public;
