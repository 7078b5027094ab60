-- Sealed fields come sealed.
create or replace function own_data_account(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select users.id, jsonb_build_object(
    'externalId', external_id, 'username', username, 'emailConfirmedAt', email_confirmed_at, 'namedAt', named_at, 'country', country_iso,
    'locale', locale, 'currency', currency_code, 'timezone', timezone, 'about', bio, 'level', level,
    'nameVisibility', full_name_visibility, 'showsBusinessName', shows_business_name, 'createdAt', created_at, 'lastSeenAt', last_seen_at,
    'referralCode', referral_code, 'notifyIntervalMinutes', notify_interval_min, 'toursCompleted', tours_completed,
    'email_sealed', encode(email_sealed, 'base64'), 'first_name_sealed', encode(first_name_sealed, 'base64'),
    'last_name_sealed', encode(last_name_sealed, 'base64'), 'birth_date_sealed', encode(birth_date_sealed, 'base64'))::text
  from users
  where users.id = person and users.id > after
  limit most
$$;
revoke all on function own_data_account(bigint,bigint,integer) from public;
