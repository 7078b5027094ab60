-- The mark of the confirmed address that codes of this channel go to; of Telegram of the linked chat, another one for each linking.
create or replace function code_address(user_id bigint, channel text) returns bytea
language sql stable security definer set search_path = public, pg_temp as $$
  select case code_address.channel
    when 'email' then (
      select users.email_index from users
      where users.id = code_address.user_id and users.email_confirmed_at is not null)
    when 'sms' then (
      select phones.number_index from phones
      where phones.user_id = code_address.user_id and phones.confirmed_at is not null)
    when 'telegram' then (
      select sha256(convert_to(chat.chat_id || ' ' || extract(epoch from chat.linked_at), 'UTF8')) from telegram_chats chat
      where chat.user_id = code_address.user_id)
  end
$$;
revoke all on function code_address(bigint,text) from public;
grant execute on function code_address(bigint,text) to parley_signer;
