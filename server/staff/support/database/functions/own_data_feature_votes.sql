create or replace function own_data_feature_votes(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select vote.request_id, jsonb_build_object('votedFor', wish.body, 'at', vote.at)::text
  from feature_votes vote
  join feature_requests wish on wish.id = vote.request_id
  where vote.user_id = person and vote.request_id > after
  order by vote.request_id
  limit most
$$;
revoke all on function own_data_feature_votes(bigint,bigint,integer) from public;
