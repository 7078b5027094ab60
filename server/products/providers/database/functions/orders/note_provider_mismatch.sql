-- A delivery with other sums than those of its quote is a case. A code that was delivered before pauses its provider.
create or replace function note_provider_mismatch(made provider_orders, quote product_quotes, said jsonb, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  is_repeated boolean := coalesce(said ->> 'repeated' = 'true', false);
begin
  update provider_orders
  set status = 'mismatch', case_at = note_provider_mismatch.at, version = version + 1,
      case_reason = case
        when is_repeated then 'repeated'
        when said ->> 'currency' = quote.got_currency and (said ->> 'delivered')::bigint < quote.got_units then 'short'
        else 'mismatch'
      end
  where id = made.id;
  if is_repeated then perform pause_provider(made, at); end if;
end $$;
revoke all on function note_provider_mismatch(provider_orders,product_quotes,jsonb,timestamp with time zone) from public;
