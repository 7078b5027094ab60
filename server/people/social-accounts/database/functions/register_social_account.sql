-- Links it to an account that was just made and never used: 'done', 'taken', 'gone'. A wrong claim of the web harms no other
-- user.
create or replace function register_social_account(user_id bigint, attempt_id bigint) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known social_attempts;
begin
  if not exists (
    select from users
    where users.id = user_id and users.email_confirmed_at is null and users.created_at > market_now() - interval '1 minute'
      and not exists (select from sessions where sessions.user_id = register_social_account.user_id))
  then
    return 'gone';
  end if;
  select attempt.* into known from social_attempts attempt where attempt.id = attempt_id for update;
  if known.status is distinct from 'verified' or known.user_id is not null or known.expires_at <= market_now() then
    return 'gone';
  end if;
  return keep_social_account(known, user_id, market_now());
end $$;
revoke all on function register_social_account(bigint,bigint) from public;
grant execute on function register_social_account(bigint,bigint) to parley_web;
