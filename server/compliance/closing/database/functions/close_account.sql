-- Erases who the owner was, and what each module declares, unless something is open or the account is being recovered. Lines of the
-- ledger, trades with their conversations and feedback, and what staff have written stay: they name the id of a closed account.
create or replace function close_account(closure_id bigint, username text, referral_code text, email_sealed bytea, email_index bytea, first_name_sealed bytea, last_name_sealed bytea, birth_date_sealed bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  closure account_closures;
begin
  select * into closure from account_closures where account_closures.id = closure_id for update;
  if closure.closed_at is not null then return 'closed'; end if;
  if closure.id is null or closure.withdrawn_at is not null then return 'withdrawn'; end if;
  if closure.due_at > market_now() then return 'early'; end if;
  perform from users where users.id = closure.user_id for update;
  if exists (select from closing_obstacles(closure.user_id)) then return 'waits'; end if;
  -- A thief may have requested it: it continues once no recovery is open.
  if exists (
    select from account_recoveries running
    where running.user_id = closure.user_id and running.status in ('approved', 'ready'))
  then
    return 'waits';
  end if;
  update users
  set username = close_account.username, email_sealed = close_account.email_sealed,
      email_index = close_account.email_index, first_name_sealed = close_account.first_name_sealed,
      last_name_sealed = close_account.last_name_sealed, birth_date_sealed = close_account.birth_date_sealed,
      referral_code = close_account.referral_code
  where users.id = closure.user_id;
  -- With this the modules erase what they have of the account.
  update account_closures
  set closed_at = market_now()
  where account_closures.id = closure_id;
  return 'closed';
end $$;
revoke all on function close_account(bigint,text,text,bytea,bytea,bytea,bytea,bytea) from public;
grant execute on function close_account(bigint,text,text,bytea,bytea,bytea,bytea,bytea) to parley_worker;
