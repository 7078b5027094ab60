-- Spot orders with two prices: a limit that rests, and a stop-limit for the same quantity. Owned by products/spot.
alter table spot_orders add column oco_ticks bigint, add column was_set_off boolean not null default false;
alter table spot_orders drop constraint spot_orders_type_check;
alter table spot_orders add constraint spot_orders_type_check check (type in ('limit', 'market', 'stop_limit', 'oco') and (type in ('stop_limit', 'oco')) = (stop_ticks is not null));
alter table spot_orders drop constraint spot_orders_tif_check;
alter table spot_orders add constraint spot_orders_tif_check check (tif in ('gtc', 'ioc', 'fok', 'post_only') and (type <> 'market' or tif = 'ioc') and (type <> 'oco' or tif = 'gtc') and (quote_limit_units is null or type = 'market'));
alter table spot_orders add constraint spot_orders_oco_check check ((type = 'oco') = (oco_ticks is not null) and oco_ticks > 0 and (type = 'oco' or not was_set_off));
alter table spot_orders add constraint spot_orders_oco_prices_check check (type <> 'oco' or case side
  when 'sell' then case when was_set_off then oco_ticks > greatest(price_ticks, stop_ticks) else price_ticks > greatest(oco_ticks, stop_ticks) end
  else case when was_set_off then oco_ticks < least(price_ticks, stop_ticks) else price_ticks < least(oco_ticks, stop_ticks) end end);
