-- 'done', 'none', 'unproved'. Locks the user and spends the proof.
create or replace function disconnect_social_account(user_id bigint, provider text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform from users where users.id = user_id for update;
  if not exists (
    select from social_accounts account
    where account.user_id = disconnect_social_account.user_id and account.provider = disconnect_social_account.provider)
  then
    return 'none';
  end if;
  perform spend_proofs(array['disconnect_social:' || user_id || ':' || provider], array[user_id]);
  if not found then return 'unproved'; end if;
  delete from social_accounts account
  where account.user_id = disconnect_social_account.user_id and account.provider = disconnect_social_account.provider;
  perform note_activity(user_id, 'social_disconnected', title_of_social(provider));
  insert into events (type, subject, payload, at)
  values ('account.social_disconnected', user_id::text, jsonb_build_object('detail', title_of_social(provider)), market_now());
  return 'done';
end $$;
revoke all on function disconnect_social_account(bigint,text) from public;
grant execute on function disconnect_social_account(bigint,text) to parley_web;
