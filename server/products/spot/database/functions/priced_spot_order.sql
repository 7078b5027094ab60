-- A market order gets the worst price that the band allows, and one that names a sum gets the most lots that it could buy or sell.
create or replace function priced_spot_order(made spot_orders, market spot_markets) returns spot_orders
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if made.type = 'market' then
    made.price_ticks := case made.side
      when 'buy' then floor(market.reference_ticks * (10000 + market.band_bp) / 10000.0)
      else ceil(market.reference_ticks * (10000 - market.band_bp) / 10000.0)
    end;
    if made.quote_limit_units is not null then
      made.lots := case made.side
        when 'buy' then made.quote_limit_units
        -- It trades at the worst price or better, so it needs no more than this.
        else (made.quote_limit_units + made.price_ticks - 1) / made.price_ticks
      end;
    end if;
  end if;
  return made;
end $$;
revoke all on function priced_spot_order(spot_orders,spot_markets) from public;
