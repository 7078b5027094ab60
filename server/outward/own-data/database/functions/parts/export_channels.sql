-- Where whoever asked is told, as lines of JSON; while it is being made. The phrase comes sealed.
create or replace function export_channels(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
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
revoke all on function export_channels(bigint,bigint,integer) from public;
grant execute on function export_channels(bigint,bigint,integer) to parley_worker;
