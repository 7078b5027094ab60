-- Whether the operator has enough at a venue for an order, by balances that were read after the last order there ended.
create or replace function has_at_venue(venue text, side text, known spot_markets, lots bigint, price_ticks bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from venue_balances outside
    where outside.venue = has_at_venue.venue
      and outside.currency = case side when 'buy' then known.quote else known.base end
      and outside.units >= case side when 'buy' then lots * price_ticks else lots * known.lot_units end
      and outside.read_at > coalesce((
        select max(ended.ended_at) from house_orders ended where ended.venue = has_at_venue.venue), '-infinity'))
$$;
revoke all on function has_at_venue(text,text,spot_markets,bigint,bigint) from public;
