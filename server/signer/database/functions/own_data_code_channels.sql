create or replace function own_data_code_channels(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select made.key, made.line
  from (
    select case channel when 'sms' then 1 when 'email' then 2 when 'push' then 3 else 4 end::bigint as key,
      jsonb_build_object('codesBy', channel, 'addedAt', confirmed_at, 'removedAt', removed_at)::text as line
    from code_channels
    where user_id = person
  ) as made
  where made.key > after
  order by made.key
  limit most
$$;
revoke all on function own_data_code_channels(bigint,bigint,integer) from public;
