-- Locks what is settled of these people, by user, and takes what is due of it.
create or replace function lock_badges(user_ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into user_reputation (user_id)
  select person.id from users person where person.id = any (user_ids) order by person.id
  on conflict do nothing;
  perform from user_reputation known where known.user_id = any (user_ids) order by known.user_id for no key update;
  -- They are done with before anything is read: a change that commits from here on makes them due again, and stays due.
  perform from badge_dues due where due.user_id = any (user_ids) order by due.user_id for update;
  update badge_dues due set due_at = 'infinity' where due.user_id = any (user_ids);
end $$;
revoke all on function lock_badges(bigint[]) from public;
