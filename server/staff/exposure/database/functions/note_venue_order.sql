-- What a venue says of an order that was sent: ended with what it filled, refused, or unknown, which is no end. An order that was never seen there
-- is refused a minute after it was sent, because its request was valid for ten seconds. Outcomes: noted; gone where it is not open; mismatch where
-- the venue says more than was ordered; early.
create or replace function note_venue_order(external_ref text, status text, why text, filled bigint, quote bigint, base_fee bigint, quote_fee bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  sent house_orders;
begin
  perform assert_now(at);
  select one.* into sent
  from house_orders one
  where one.external_ref = note_venue_order.external_ref and one.venue <> 'spot' and one.status in ('placed', 'unknown')
  for update;
  if sent.id is null then return 'gone'; end if;
  if status = 'refused' and why = 'not_arrived' and sent.submitted_at > at - interval '1 minute' then return 'early'; end if;
  if status = 'ended' and (filled between 0 and sent.lots * sent.lot_units) is not true then
    update house_orders one set status = 'unknown' where one.id = sent.id;
    return 'mismatch';
  end if;
  update house_orders one
  set status = note_venue_order.status, why = case note_venue_order.status when 'refused' then note_venue_order.why end,
      ended_at = case when note_venue_order.status in ('ended', 'refused') then at end,
      filled_units = case note_venue_order.status when 'ended' then filled else 0 end,
      quote_units = case note_venue_order.status when 'ended' then quote else 0 end,
      base_fee_units = case note_venue_order.status when 'ended' then base_fee else 0 end,
      quote_fee_units = case note_venue_order.status when 'ended' then quote_fee else 0 end
  where one.id = sent.id;
  -- Balances that were read before it was sent: until they are read again, the exposure has what the order changed.
  update venue_balances outside
  set units = greatest(0, outside.units + line.units)
  from spot_markets known
  cross join lateral (values
    (known.base, case sent.side when 'buy' then filled else -filled end - base_fee),
    (known.quote, case sent.side when 'buy' then -quote else quote end - quote_fee)
  ) as line (currency, units)
  where note_venue_order.status = 'ended' and known.symbol = sent.market
    and outside.venue = sent.venue and outside.currency = line.currency and outside.read_at < sent.submitted_at;
  return 'noted';
end $$;
revoke all on function note_venue_order(text,text,text,bigint,bigint,bigint,bigint,timestamp with time zone) from public;
grant execute on function note_venue_order(text,text,text,bigint,bigint,bigint,bigint,timestamp with time zone) to parley_worker;
