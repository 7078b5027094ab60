-- The countries of sign-ins.
create or replace function own_data_origin(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select 1::bigint, jsonb_build_object('lastSignInFrom', sign_in_country, 'usuallyFrom', usual_country)::text
  from users
  where users.id = person and after < 1 and (sign_in_country is not null or usual_country is not null)
  limit most
$$;
revoke all on function own_data_origin(bigint,bigint,integer) from public;
