create or replace function own_data_feature_requests(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select wish.id, jsonb_build_object('text', wish.body, 'status', wish.status, 'votes', wish.votes, 'at', wish.created_at)::text
  from feature_requests wish
  where wish.author_id = person and wish.id > after
  order by wish.id
  limit most
$$;
revoke all on function own_data_feature_requests(bigint,bigint,integer) from public;
