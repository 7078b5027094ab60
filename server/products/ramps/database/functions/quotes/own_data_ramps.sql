-- Purchases and sales of coins at providers, with the accounts that they were paid from or to, sealed.
create or replace function own_data_ramps(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select ramp.quote_id, jsonb_build_object('order', made.hash, 'direction', corridor.direction, 'rail', corridor.rail, 'country', corridor.country,
    'reference', ramp.reference, 'receivedAt', ramp.received_at, 'heldFor', ramp.held_for, 'refundAskedAt', ramp.refund_at, 'at', made.created_at,
    'party_sealed', encode(ramp.party_sealed, 'base64'), 'payer_sealed', encode(ramp.payer_sealed, 'base64'), 'user', person::text)::text
  from ramp_orders ramp
  join provider_orders made on made.quote_id = ramp.quote_id
  join ramp_corridors corridor on corridor.id = ramp.corridor_id
  where ramp.user_id = person and ramp.quote_id > after
  order by ramp.quote_id
  limit most
$$;
revoke all on function own_data_ramps(bigint,bigint,integer) from public;
