-- Prices the payment of an invoice for a user, for some seconds: the sum, our fee, and the most that the way may cost. Another user's invoice is paid inside,
-- without either. The outcome: quoted; stale without a price; own for an invoice of the same user; paid or in_flight where the hash was taken before;
-- too_small, over.
create or replace function quote_lightning(hash text, user_id bigint, bolt11 text, payment_hash text, msat bigint, payee text, memo text,
  invoice_expires_at timestamp with time zone, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  units   constant bigint := ceil(msat / 1000.0);
  inside  ln_invoices;
  quote   product_quotes;
begin
  perform assert_now(at);
  select one.* into inside from ln_invoices one where one.payment_hash = quote_lightning.payment_hash;
  if (units > 0) is not true then return 'too_small'; end if;
  if (invoice_expires_at > at) is not true then return 'over'; end if;
  if inside.user_id = user_id then return 'own'; end if;
  if inside.status in ('settled', 'paid_inside') then return 'paid'; end if;
  if exists (select from ln_payments known where known.payment_hash = quote_lightning.payment_hash and known.status in ('settled', 'inside')) then
    return 'paid';
  end if;
  if exists (select from ln_payments known where known.payment_hash = quote_lightning.payment_hash and known.status <> 'failed') then
    return 'in_flight';
  end if;
  select kept.* into quote
  from keep_lightning_quote(hash, user_id, units, inside.id is not null, invoice_expires_at, at) kept;
  if quote.id is null then return 'stale'; end if;
  insert into ln_quotes (quote_id, payment_hash, bolt11, msat, network_units, payee, memo, expires_at)
  values (quote.id, payment_hash, bolt11, msat, quote.units - quote.got_units - quote.fee_units, payee, memo, invoice_expires_at);
  return 'quoted';
end $$;
revoke all on function quote_lightning(text,bigint,text,text,bigint,text,text,timestamp with time zone,timestamp with time zone) from public;
grant execute on function quote_lightning(text,bigint,text,text,bigint,text,text,timestamp with time zone,timestamp with time zone) to parley_web;
