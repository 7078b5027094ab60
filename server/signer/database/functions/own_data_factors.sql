create or replace function own_data_factors(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select made.place, made.line
  from (
    select row_number() over (order by made_at, kind, name) as place,
      jsonb_build_object('kind', kind, 'name', name, 'addedAt', made_at)::text as line
    from (
      select 'passkey' as kind, name, made_at from passkeys where user_id = person
      union all
      select 'authenticator app', '', confirmed_at from authenticators where user_id = person and confirmed_at is not null
    ) as factor
  ) as made
  where made.place > after
  order by made.place
  limit most
$$;
revoke all on function own_data_factors(bigint,bigint,integer) from public;
