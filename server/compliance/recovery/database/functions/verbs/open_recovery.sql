-- A worker has sent the link to the new mailbox, as the account will have it; false before the wait is over.
create or replace function open_recovery(reference text, token_hash text, email_sealed bytea, email_index bytea, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known account_recoveries;
begin
  perform assert_now(at);
  known := locked_recovery((select one.id from account_recoveries one where one.reference = open_recovery.reference));
  if not recovery_stands(known, at) then return false; end if;
  update account_recoveries one
  set status = 'ready', link_hash = token_hash, link_until = at + interval '3 days',
    user_email_sealed = open_recovery.email_sealed, user_email_index = open_recovery.email_index
  where one.id = known.id and one.status = 'approved' and one.waits_until <= at and one.stop_hash is not null
    -- What staff have proved is this mailbox and no other.
    and one.email_index = open_recovery.email_index;
  if not found then return false; end if;
  -- However late the worker is: the account is held while the link works.
  perform hold_recovered(known.user_id, 'recovery', at, at + interval '3 days');
  return true;
end $$;
revoke all on function open_recovery(text,text,bytea,bytea,timestamp with time zone) from public;
grant execute on function open_recovery(text,text,bytea,bytea,timestamp with time zone) to parley_worker;
