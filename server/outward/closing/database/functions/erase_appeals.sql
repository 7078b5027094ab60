-- What staff decided stays, under a number that leads to nobody.
create or replace function erase_appeals() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update restriction_appeals appeal
  set words = '(erased with the account)'
  from user_restrictions restriction
  where restriction.id = appeal.restriction_id and restriction.user_id = new.user_id;
  return null;
end $$;
revoke all on function erase_appeals() from public;
