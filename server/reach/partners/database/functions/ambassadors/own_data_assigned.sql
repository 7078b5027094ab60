-- The ambassador by whose link a user came, and who has come by the user's own.
create or replace function own_data_assigned(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select one.newcomer_id, jsonb_build_object('newcomer', newcomer.username, 'ambassador', ambassador.username, 'at', one.at,
    'endsAt', one.ends_at, 'rewarded', one.is_rewarded)::text
  from ambassador_assignments one
  join users newcomer on newcomer.id = one.newcomer_id
  join users ambassador on ambassador.id = one.ambassador_id
  where person in (one.newcomer_id, one.ambassador_id) and one.newcomer_id > after
  order by one.newcomer_id
  limit most
$$;
revoke all on function own_data_assigned(bigint,bigint,integer) from public;
