create or replace function erase_user_from_notifications(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from notification_sends sent
  using notifications notice
  where notice.id = sent.notification_id and notice.user_id = person;
  delete from notifications where user_id = person;
  delete from notification_choices where user_id = person;
  delete from email_stops where user_id = person;
  delete from chat_waits where user_id = person;
  delete from push_devices where user_id = person;
  delete from telegram_codes where user_id = person;
  delete from telegram_chats where user_id = person;
  update users
  set mail_phrase_sealed = null
  where users.id = person
$$;
revoke all on function erase_user_from_notifications(bigint) from public;
