-- Where the person is notified. The phrase of their emails comes sealed.
create or replace function own_data_channels(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select made.place, made.line
  from (
    select row_number() over (order by kind, name) as place, line::text as line
    from (
      select 'phrase' as kind, '' as name, jsonb_build_object('externalId', users.external_id,
        'mail_phrase_sealed', encode(users.mail_phrase_sealed, 'base64')) as line
      from users
      where users.id = person and users.mail_phrase_sealed is not null
      union all
      select 'choice', chosen.event, jsonb_build_object('event', chosen.event, 'channels', chosen.channels,
        'changedAt', chosen.changed_at)
      from notification_choices chosen
      where chosen.user_id = person
      union all
      select 'stop', stopped.area, jsonb_build_object('emailsStopped', stopped.area, 'at', stopped.stopped_at)
      from email_stops stopped
      where stopped.user_id = person
      union all
      select 'browser', device.id::text, jsonb_build_object('browserFor', device.endpoint, 'addedAt', device.made_at)
      from push_devices device
      where device.user_id = person
      union all
      select 'telegram', '', jsonb_build_object('telegram', chat.name, 'chat', chat.chat_id::text, 'linkedAt', chat.linked_at)
      from telegram_chats chat
      where chat.user_id = person
    ) as shown
  ) as made
  where made.place > after
  order by made.place
  limit most
$$;
revoke all on function own_data_channels(bigint,bigint,integer) from public;
