create or replace function erase_user_from_signer(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from password_resets where user_id = person;
  delete from authenticators where user_id = person;
  delete from passkeys where user_id = person;
  delete from credential_failures where user_id = person;
  delete from credentials where user_id = person;
  delete from code_devices where user_id = person;
  delete from codes_to_send where user_id = person;
  delete from sent_codes where user_id = person;
  delete from code_channels where user_id = person;
  delete from security_questions where user_id = person;
  delete from recovery_codes where user_id = person;
  delete from factor_options where user_id = person
$$;
revoke all on function erase_user_from_signer(bigint) from public;
