-- Where somebody is told what came after accounts could be closed: it is erased with the account, and comes with what is kept
-- about them. Owned by outward/own-data.

-- As before; and where they were told.
create or replace function erase_what_user_wrote(user_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  person  bigint := erase_what_user_wrote.user_id;
  session bigint;
begin
  delete from data_exports where user_id = person;
  update offers
  set is_on = false, deleted_at = coalesce(deleted_at, market_now()), terms = '', trade_details = '', method_label = null
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

-- Where whoever asked is told, as lines of JSON; while it is being made. The phrase comes sealed.
create function export_channels(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select users.id, users.external_id, users.mail_phrase_sealed
    from data_exports waiting
    join users on users.id = waiting.user_id
    where waiting.id = export_channels.export_id and waiting.made_at is null
  )
  select made.place, made.line
  from (
    select row_number() over (order by kind, name) as place, line::text as line
    from (
      select 'phrase' as kind, '' as name, jsonb_build_object('externalId', person.external_id,
        'mail_phrase_sealed', encode(person.mail_phrase_sealed, 'base64')) as line
      from person
      where person.mail_phrase_sealed is not null
      union all
      select 'choice', chosen.event, jsonb_build_object('event', chosen.event, 'channels', chosen.channels,
        'changedAt', chosen.changed_at)
      from person
      join notification_choices chosen on chosen.user_id = person.id
      union all
      select 'stop', stopped.area, jsonb_build_object('emailsStopped', stopped.area, 'at', stopped.stopped_at)
      from person
      join email_stops stopped on stopped.user_id = person.id
      union all
      select 'browser', device.id::text, jsonb_build_object('browserFor', device.endpoint, 'addedAt', device.made_at)
      from person
      join push_devices device on device.user_id = person.id
      union all
      select 'telegram', '', jsonb_build_object('telegram', chat.name, 'chat', chat.chat_id::text, 'linkedAt', chat.linked_at)
      from person
      join telegram_chats chat on chat.user_id = person.id
    ) as told
  ) as made
  where made.place > export_channels.after
  order by made.place
  limit export_channels.most
$$;

revoke all on function export_channels(bigint, bigint, int) from public;
grant execute on function export_channels(bigint, bigint, int) to parley_worker;
