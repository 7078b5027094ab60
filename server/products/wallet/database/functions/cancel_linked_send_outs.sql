-- A request with the link cancels the send-out as its owner would. Outcomes by place, from 1: canceled, unknown, under_way.
create or replace function cancel_linked_send_outs(token_hashes text[], at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  hashes   text[];
  user_ids bigint[];
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(token_hashes));
  select array_agg(coalesce(sending.hash, '') order by number), array_agg(coalesce(sending.user_id, 0) order by number)
  into hashes, user_ids
  from unnest(token_hashes) with ordinality as given (token_hash, number)
  left join send_out_links link on link.token_hash = given.token_hash
  left join send_outs sending on sending.id = link.send_out_id;
  return query
    select canceled.place, canceled.outcome
    from cancel_send_outs(coalesce(hashes, '{}'), coalesce(user_ids, '{}'), cancel_linked_send_outs.at) as canceled;
end $$;
revoke all on function cancel_linked_send_outs(text[],timestamp with time zone) from public;
grant execute on function cancel_linked_send_outs(text[],timestamp with time zone) to parley_web;
