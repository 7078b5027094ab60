-- With what else was kept of documents, so many years after the account closed.
create or replace function erase_screening() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from screening_hits found
  where found.user_id in (select user_id from gone)
    and not exists (select from verifications kept where kept.user_id = found.user_id);
  return null;
end $$;
revoke all on function erase_screening() from public;
