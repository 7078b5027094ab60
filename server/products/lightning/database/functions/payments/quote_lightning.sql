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
  fee     bigint := ceil(units * (setting_value('lightning.fee_bp') #>> '{}')::numeric / 10000);
  network bigint := greatest(ceil(units * (setting_value('lightning.network_bp') #>> '{}')::numeric / 10000), 10);
  cents   bigint := usd_cents_of(units, 'BTC', at);
  id      bigint;
begin
  perform assert_now(at);
  select one.* into inside from ln_invoices one where one.payment_hash = quote_lightning.payment_hash;
  if inside.id is not null then fee := 0; network := 0; end if;
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
  if cents is null then return 'stale'; end if;
  insert into product_quotes
    (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency, cost_units, created_at, expires_at)
  values
    (hash, user_id, 'lightning', 'lnd', 'ZZ', 'BTC', units + fee + network, fee, 'BTC', units, 'USD', greatest(cents, 1),
     at, least(invoice_expires_at, at + make_interval(secs => (setting_value('lightning.quote_sec') #>> '{}')::int)))
  returning product_quotes.id into id;
  insert into ln_quotes (quote_id, payment_hash, bolt11, msat, network_units, payee, memo, expires_at)
  values (id, payment_hash, bolt11, msat, network, payee, memo, invoice_expires_at);
  return 'quoted';
end $$;
revoke all on function quote_lightning(text,bigint,text,text,bigint,text,text,timestamp with time zone,timestamp with time zone) from public;
grant execute on function quote_lightning(text,bigint,text,text,bigint,text,text,timestamp with time zone,timestamp with time zone) to parley_web;
