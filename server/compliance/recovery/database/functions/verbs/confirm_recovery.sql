-- The link was opened: staff see it from now on. 'confirmed', also the second time; 'gone'. Neither answer nor work says whether there is
-- such an account.
create or replace function confirm_recovery(token_hash text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known account_recoveries;
begin
  perform assert_now(at);
  select one.* into known
  from account_recoveries one
  where one.confirm_hash = confirm_recovery.token_hash
  for update;
  if known.id is null then return 'gone'; end if;
  if known.status <> 'submitted' then return 'confirmed'; end if;
  update account_recoveries one
  set status = 'pending', confirmed_at = at, user_id = coalesce(
    (select users.id from users where users.email_index = known.account_mark and users.email_confirmed_at is not null),
    (select users.id from users where lower(users.username) = known.account_name))
  where one.id = known.id;
  return 'confirmed';
end $$;
revoke all on function confirm_recovery(text,timestamp with time zone) from public;
grant execute on function confirm_recovery(text,timestamp with time zone) to parley_web;
