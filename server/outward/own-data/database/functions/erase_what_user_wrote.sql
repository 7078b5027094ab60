-- What a person put in, beside their own row. Lines of the ledger, trades with their conversations and feedback, and what
-- staff have written stay as they are: they name the account's number, which leads to nobody any more.
create or replace function erase_what_user_wrote(user_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  person  bigint := erase_what_user_wrote.user_id;
  session bigint;
begin
  delete from data_exports where user_id = person;
  update offers
  set is_on = false, deleted_at = coalesce(deleted_at, market_now()), terms = '', trade_details = '', method_label = null, bank_reference = null, payment_subdivision = null, payment_city = null
  where owner_id = person;
  for session in
    update sessions
    set ended_at = market_now()
    where user_id = person and ended_at is null
    returning id
  loop
    perform pg_notify('live_end', session::text);
  end loop;
  update sessions
  set ip = '', user_agent = ''
  where user_id = person;
  delete from email_codes where user_id = person;
  delete from known_devices where user_id = person;
  delete from password_resets where user_id = person;
  delete from authenticators where user_id = person;
  delete from passkeys where user_id = person;
  delete from credential_failures where user_id = person;
  delete from credentials where user_id = person;
  delete from user_relations where user_id = person or other_id = person;
  delete from offer_favorites where user_id = person;
  delete from notification_sends sent
  using notifications told
  where told.id = sent.notification_id and told.user_id = person;
  delete from notifications where user_id = person;
  delete from notification_choices where user_id = person;
  delete from email_stops where user_id = person;
  delete from chat_waits where user_id = person;
  delete from push_devices where user_id = person;
  delete from telegram_codes where user_id = person;
  delete from telegram_chats where user_id = person;
  update users
  set mail_phrase_sealed = null
  where users.id = person;
  -- The last: what stands above is noted there.
  delete from account_activity where user_id = person;
end $$;
revoke all on function erase_what_user_wrote(bigint) from public;
