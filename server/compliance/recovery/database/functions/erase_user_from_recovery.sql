-- The asker's page then says of the case what it says where there was no account.
create or replace function erase_user_from_recovery(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  old account_recoveries;
begin
  for old in
    select one.* from account_recoveries one where one.user_id = person order by one.id for update
  loop
    if old.ended_at is null then
      perform end_recovery(old.id, 'rejected', market_now());
    end if;
    perform blank_recovery(old.id);
    update account_recoveries one set user_id = null where one.id = old.id;
  end loop;
end $$;
revoke all on function erase_user_from_recovery(bigint) from public;
