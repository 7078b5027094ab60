-- The account has no number any more; false where it had none. What was counted stays.
create or replace function reset_phone(user_id bigint) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known phones;
begin
  -- As the signer does where it turns codes by text on.
  perform pg_advisory_xact_lock(7265044, hashint8(user_id));
  select * into known from phones where phones.user_id = reset_phone.user_id and phones.number_index is not null for update;
  if not found then return 'none'; end if;
  if exists (
    select
    from code_channels channel
    where channel.user_id = reset_phone.user_id and channel.channel = 'sms' and channel.confirmed_at is not null
      and channel.removed_at is null)
  then
    return 'factor';
  end if;
  update phones
  set number_sealed = null, number_index = null, country_iso = null, calling_code = null, hint = null, consented_at = null,
      confirmed_at = null, code_mark = null, code_expires_at = null, tries_left = 0
  where phones.user_id = reset_phone.user_id;
  update phone_messages message
  set code_sealed = null, state = case message.state when 'waiting' then 'failed' else message.state end
  where message.user_id = reset_phone.user_id and message.state in ('waiting', 'sent');
  if known.confirmed_at is not null then
    perform note_activity(reset_phone.user_id, 'phone_removed', '');
    insert into events (type, subject, payload, at)
    values ('account.phone_removed', reset_phone.user_id::text,
      jsonb_build_object('detail', '+' || known.calling_code || ' … ' || known.hint), market_now());
  end if;
  return 'done';
end $$;
revoke all on function reset_phone(bigint) from public;
grant execute on function reset_phone(bigint) to parley_web;
