create or replace function own_data_feedback(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select id, jsonb_build_object('trade', trade_hash, 'direction', case when giver_id = person then 'given' else 'received' end,
    'rating', rating, 'text', message, 'reply', reply, 'at', created_at)::text
  from feedback
  where (giver_id = person or receiver_id = person) and id > after
  order by id
  limit most
$$;
revoke all on function own_data_feedback(bigint,bigint,integer) from public;
