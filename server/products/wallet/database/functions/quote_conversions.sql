-- Keeps quotes of conversions, for their users. What they give is no more than the prices of now say, and not much less.
create or replace function quote_conversions(quotes jsonb, at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if exists (
    select
    from jsonb_populate_recordset(null::conversion_quotes, quotes) as quote
    where (
      is_fair_conversion(quote, quote_conversions.at)
      and quote.expires_at between quote_conversions.at and quote_conversions.at + interval '10 minutes'
    ) is not true
  ) then
    raise exception 'this is not what the coins cost' using errcode = 'check_violation';
  end if;
  insert into conversion_quotes
    (hash, user_id, from_currency, to_currency, from_units, to_units, rate, created_at, expires_at)
  select quote.hash, quote.user_id, quote.from_currency, quote.to_currency, quote.from_units, quote.to_units, quote.rate,
         quote_conversions.at, quote.expires_at
  from jsonb_populate_recordset(null::conversion_quotes, quotes) as quote;
end $$;
revoke all on function quote_conversions(jsonb,timestamp with time zone) from public;
grant execute on function quote_conversions(jsonb,timestamp with time zone) to parley_web;
