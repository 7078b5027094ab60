-- What an asker typed, and the mailbox they gave, are there no more; how it ended stays.
create or replace function blank_recovery(recovery_id bigint) returns void
language sql set search_path = public, pg_temp as $$
  update account_recoveries one
  set details_sealed = '', email_sealed = '', email_index = '', account_mark = '', account_name = '', old_email_sealed = null,
    user_email_sealed = null, user_email_index = null, link_hash = null
  where one.id = blank_recovery.recovery_id
$$;
revoke all on function blank_recovery(bigint) from public;
