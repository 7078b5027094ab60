-- The number of whoever asked, and what was sent there, as lines of JSON; while their archive is being made. It comes sealed.
create or replace function export_phone(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select users.id, users.external_id
    from data_exports waiting
    join users on users.id = waiting.user_id
    where waiting.id = export_phone.export_id and waiting.made_at is null
  )
  select made.key, made.line::text
  from (
    select 1::bigint as key, jsonb_build_object('externalId', person.external_id, 'country', phone.country_iso,
      'consentedAt', phone.consented_at, 'confirmedAt', phone.confirmed_at,
      'phone_sealed', encode(phone.number_sealed, 'base64')) as line
    from person
    join phones phone on phone.user_id = person.id
    where phone.number_sealed is not null
    union all
    select case channel.channel when 'sms' then 2 when 'email' then 3 else 4 end, jsonb_build_object('codesBy', channel.channel,
      'addedAt', channel.confirmed_at, 'removedAt', channel.removed_at)
    from person
    join code_channels channel on channel.user_id = person.id
    union all
    select message.id + 4, jsonb_build_object('sentBy', message.channel, 'at', message.made_at, 'network', message.network,
      'about', message.about)
    from person
    join phone_messages message on message.user_id = person.id
  ) as made
  where made.key > export_phone.after
  order by made.key
  limit export_phone.most
$$;
revoke all on function export_phone(bigint,bigint,integer) from public;
grant execute on function export_phone(bigint,bigint,integer) to parley_worker;
