-- In cents of a dollar, rounded up, by the last price; null where the coin never had one.
create or replace function manual_journal_cents(detail text) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select ceil(split_part(detail, ':', 4)::numeric * known.rate * 100
    / coin_units(split_part(detail, ':', 2)))::bigint
  from rates known
  where known.crypto = split_part(detail, ':', 2) and known.fiat = 'USD'
$$;
revoke all on function manual_journal_cents(text) from public;
