-- A market order gets the worst price that the band allows, and one that names a sum gets the most lots that it could buy or sell. `held_units` is
-- what the order can cost at most; null where that is more than there can be.
create or replace function priced_spot_order(made spot_orders, market spot_markets) returns spot_orders
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  most numeric;
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
  most := case made.side
    when 'sell' then made.lots::numeric * market.lot_units
    else coalesce(made.quote_limit_units, made.lots::numeric * greatest(made.price_ticks, made.oco_ticks))
  end;
  made.held_units := case when most <= 1000000000000000000 then most end;
  return made;
end $$;
revoke all on function priced_spot_order(spot_orders,spot_markets) from public;
