-- What the asker may know, by the secret of their page or the link of their mailbox.
create or replace function recovery_state(token_hash text) returns TABLE(reference text, code text, status text, reason text, waits_until timestamp with time zone, sides text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select one.reference, one.code, one.status, one.reason, one.waits_until,
    array(select picture.side from recovery_pictures picture where picture.recovery_id = one.id order by picture.side)
  from account_recoveries one
  where one.secret_hash = token_hash or one.confirm_hash = token_hash
$$;
revoke all on function recovery_state(text) from public;
grant execute on function recovery_state(text) to parley_web;
