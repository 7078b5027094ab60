-- Whether a quote gives no more than the prices of now say, and not much less.
create or replace function is_fair_conversion(quote conversion_quotes, at timestamp with time zone) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select coalesce((
    select (quote).to_units <= fair.units and (quote).to_units >= fair.units * 0.9 - 1
    from rates giving
    join rates getting on getting.crypto = (quote).to_currency and getting.fiat = 'USD'
    cross join lateral (
      select (quote).from_units * giving.rate * coin_units(getting.crypto) / (getting.rate * coin_units(giving.crypto)) as units
    ) as fair
    where giving.crypto = (quote).from_currency and giving.fiat = 'USD'
      and giving.stale_at > is_fair_conversion.at and getting.stale_at > is_fair_conversion.at
      and not giving.is_divergent and not getting.is_divergent), false)
$$;
revoke all on function is_fair_conversion(conversion_quotes,timestamp with time zone) from public;
