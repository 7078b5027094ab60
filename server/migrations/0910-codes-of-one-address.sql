-- A code by text or email confirmed for whatever address the account had when it was shown: one that was sent to a mailbox counted
-- after the account had another mailbox. Each code now keeps the mark of the address that it was sent to, and counts only while
-- the account has that address. A link to a new password was written beside a change of email: it locks the account's row now.
-- Owned by signer and people/auth.

-- Null for codes by push, which go to chosen browsers, and for codes of before, which end within ten minutes.
alter table sent_codes add column sent_to bytea;

-- The mark of the confirmed address that codes of this channel go to.
create function code_address(user_id bigint, channel text) returns bytea
language sql stable security definer set search_path = public, pg_temp as $$
  select case code_address.channel
    when 'email' then (
      select users.email_index from users
      where users.id = code_address.user_id and users.email_confirmed_at is not null)
    when 'sms' then (
      select phones.number_index from phones
      where phones.user_id = code_address.user_id and phones.confirmed_at is not null)
  end
$$;

-- As before; and it locks the account's row: a change of email is over before this, or deletes this link.
create or replace function begin_password_reset(token_hash text, user_id bigint, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform from users where users.id = begin_password_reset.user_id for no key update;
  delete from password_resets old
  where old.expires_at < at - interval '1 day';
  insert into password_resets (token_hash, user_id, changes, made_at, expires_at)
  select token_hash, user_id, credential.changes, at, at + interval '30 minutes'
  from credentials credential
  where credential.user_id = begin_password_reset.user_id;
  return found;
end $$;

revoke all on function code_address(bigint, text) from public;
grant execute on function code_address(bigint, text) to parley_signer;
