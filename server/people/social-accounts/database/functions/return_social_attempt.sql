-- What the browser brings back from the provider, once: 'returned'; 'again' where it is there already; 'gone'.
create or replace function return_social_attempt(token_hash bytea, browser_hash bytea, state_hash bytea, provider text, answer text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  known social_attempts;
begin
  select attempt.* into known
  from social_attempts attempt
  where attempt.token_hash = return_social_attempt.token_hash
  for update;
  if known.id is null or known.browser_hash <> browser_hash or known.state_hash <> state_hash or known.provider <> provider
    or known.expires_at <= market_now() or known.status = 'used'
  then
    return 'gone';
  end if;
  if known.status <> 'begun' then return 'again'; end if;
  update social_attempts attempt
  set status = 'returned', answer = return_social_attempt.answer
  where attempt.id = known.id;
  return 'returned';
end $$;
revoke all on function return_social_attempt(bytea,bytea,bytea,text,text) from public;
grant execute on function return_social_attempt(bytea,bytea,bytea,text,text) to parley_web;
