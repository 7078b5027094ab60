-- The numbers that were topped up, sealed, and when a code was delivered and seen.
create or replace function own_data_top_ups(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select topped.quote_id, jsonb_build_object('order', made.hash, 'operator', operator.name, 'at', made.created_at,
    'codeDeliveredAt', pin.delivered_at, 'codeSeenAt', pin.first_seen_at,
    'phone_sealed', encode(topped.phone_sealed, 'base64'), 'user', person::text)::text
  from top_ups topped
  join provider_orders made on made.quote_id = topped.quote_id
  join top_up_operators operator on operator.id = topped.operator_id
  left join top_up_pins pin on pin.quote_id = topped.quote_id
  where topped.user_id = person and topped.quote_id > after
  order by topped.quote_id
  limit most
$$;
revoke all on function own_data_top_ups(bigint,bigint,integer) from public;
