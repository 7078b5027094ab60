-- What staff decided stays, under the id of a closed account.
create or replace function erase_user_from_restrictions(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  update restriction_appeals appeal
  set words = '(erased with the account)'
  from user_restrictions restriction
  where restriction.id = appeal.restriction_id and restriction.user_id = person
$$;
revoke all on function erase_user_from_restrictions(bigint) from public;
