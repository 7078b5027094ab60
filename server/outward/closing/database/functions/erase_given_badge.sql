-- Who closes the account keeps none.
create or replace function erase_given_badge() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from given_badges gift where gift.user_id = new.user_id;
  perform badge_is_due(new.user_id);
  return null;
end $$;
revoke all on function erase_given_badge() from public;
