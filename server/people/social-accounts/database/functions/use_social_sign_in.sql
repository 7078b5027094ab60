-- Spends a verified sign-in once and returns its account; null where it is linked to none, or has expired.
create or replace function use_social_sign_in(attempt_id bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known  social_attempts;
  person bigint;
begin
  select attempt.* into known from social_attempts attempt where attempt.id = attempt_id for update;
  if known.status is distinct from 'verified' or known.user_id is not null or known.expires_at <= market_now() then return null; end if;
  -- Locked: who disconnects it at once with this waits, or is found gone.
  select account.user_id into person
  from social_accounts account
  where account.issuer = known.issuer and account.subject_hash = known.subject_hash
  for share;
  if person is null then return null; end if;
  update social_attempts attempt set status = 'used', person_sealed = null where attempt.id = known.id;
  return person;
end $$;
revoke all on function use_social_sign_in(bigint) from public;
grant execute on function use_social_sign_in(bigint) to parley_web;
