-- 'done', 'taken' where it is another account's, 'known' where this account has one of that provider.
create or replace function keep_social_account(attempt social_attempts, user_id bigint, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  if exists (
    select from social_accounts account
    where account.user_id = keep_social_account.user_id and account.provider = attempt.provider)
  then
    return 'known';
  end if;
  insert into social_accounts (user_id, provider, issuer, subject_hash, hint, connected_at)
  values (user_id, attempt.provider, attempt.issuer, attempt.subject_hash, attempt.hint, at)
  on conflict (issuer, subject_hash) do nothing;
  if not found then return 'taken'; end if;
  update social_attempts known set status = 'used', person_sealed = null where known.id = attempt.id;
  perform note_activity(user_id, 'social_connected', title_of_social(attempt.provider));
  return 'done';
end $$;
revoke all on function keep_social_account(social_attempts,bigint,timestamp with time zone) from public;
