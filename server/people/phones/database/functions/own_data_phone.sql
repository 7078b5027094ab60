-- The number, sealed, and what was sent there.
create or replace function own_data_phone(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select made.key, made.line::text
  from (
    select 1::bigint as key, jsonb_build_object('externalId', users.external_id, 'country', phone.country_iso,
      'consentedAt', phone.consented_at, 'confirmedAt', phone.confirmed_at,
      'phone_sealed', encode(phone.number_sealed, 'base64')) as line
    from phones phone
    join users on users.id = phone.user_id
    where phone.user_id = person and phone.number_sealed is not null
    union all
    select message.id + 1, jsonb_build_object('sentBy', message.channel, 'at', message.made_at, 'network', message.network,
      'about', message.about)
    from phone_messages message
    where message.user_id = person
  ) as made
  where made.key > after
  order by made.key
  limit most
$$;
revoke all on function own_data_phone(bigint,bigint,integer) from public;
