create or replace function own_data_ambassador(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select sent.id, jsonb_build_object('application', sent.number, 'text', sent.words, 'status', sent.status, 'sentAt', sent.sent_at,
    'changedAt', sent.changed_at, 'level', known.level, 'since', known.since, 'endedAt', known.ended_at)::text
  from ambassador_applications sent
  left join ambassadors known on known.user_id = sent.user_id
  where sent.user_id = person and sent.id > after
  order by sent.id
  limit most
$$;
revoke all on function own_data_ambassador(bigint,bigint,integer) from public;
