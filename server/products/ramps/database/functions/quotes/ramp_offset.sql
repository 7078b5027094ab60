-- Up to 99 of the smallest unit above a sum, so that no other open purchase at the provider has the same; 0 where all are taken: the words of the
-- transfer differ anyhow.
create or replace function ramp_offset(hash text, corridor ramp_corridors, local_units bigint) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce((
    select one.number
    from generate_series(1, 99) as one (number)
    where not exists (
      select from product_quotes quote
      join provider_orders made on made.quote_id = quote.id and made.ended_at is null
      where quote.product = 'on_ramp' and quote.provider = corridor.provider and quote.got_currency = corridor.currency
        and quote.got_units = ramp_offset.local_units + one.number)
    order by md5(ramp_offset.hash || one.number)
    limit 1), 0)::bigint
$$;
revoke all on function ramp_offset(text,ramp_corridors,bigint) from public;
