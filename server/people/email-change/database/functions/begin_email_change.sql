-- Begins one, in the place of one that was not finished: 'sent'; 'unproved'; 'unconfirmed'; 'same'; 'soon' within a minute of the last
-- or after five in a day. Locks the user and spends the proof.
create or replace function begin_email_change(user_id bigint, email_sealed bytea, email_index bytea, code_hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at  timestamptz;
  own users;
begin
  select * into own from users where users.id = user_id for update;
  at := market_now();
  if own.email_confirmed_at is null then return 'unconfirmed'; end if;
  if own.email_index = email_index then return 'same'; end if;
  if exists (
      select from email_changes known
      where known.user_id = begin_email_change.user_id and known.asked_at > at - interval '1 minute')
    or 5 <= (
      select count(*) from email_changes known
      where known.user_id = begin_email_change.user_id and known.asked_at > at - interval '1 day')
  then
    return 'soon';
  end if;
  perform spend_proofs(array['change_email:' || user_id], array[user_id]);
  if not found then return 'unproved'; end if;
  update email_changes known
  set expires_at = least(known.expires_at, at)
  where known.user_id = begin_email_change.user_id and known.done_at is null;
  insert into email_changes (user_id, email_sealed, email_index, code_hash, tries_left, asked_at, expires_at)
  values (user_id, email_sealed, email_index, code_hash, 5, at, at + interval '10 minutes');
  return 'sent';
end $$;
revoke all on function begin_email_change(bigint,bytea,bytea,bytea) from public;
grant execute on function begin_email_change(bigint,bytea,bytea,bytea) to parley_web;
