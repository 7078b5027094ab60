-- The countries of sign-ins, and the referrer.
create or replace function own_data_origin(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select made.key, made.line::text
  from (
    select 1::bigint as key, jsonb_build_object('lastSignInFrom', sign_in_country, 'usuallyFrom', usual_country) as line
    from users
    where users.id = person and (sign_in_country is not null or usual_country is not null)
    union all
    select 2, jsonb_build_object('referredBy', referrer.username)
    from users
    join users referrer on referrer.id = users.referred_by
    where users.id = person
  ) as made
  where made.key > after
  order by made.key
  limit most
$$;
revoke all on function own_data_origin(bigint,bigint,integer) from public;
