create or replace function own_data_ln_invoices(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select mine.id, jsonb_build_object('lightningInvoice', mine.hash, 'msat', mine.msat::text, 'memo', mine.memo, 'status', mine.status,
    'paymentHash', mine.payment_hash, 'invoice', mine.bolt11, 'at', mine.created_at, 'expiresAt', mine.expires_at,
    'paidMsat', mine.paid_msat::text, 'settledAt', mine.settled_at)::text
  from ln_invoices mine
  where mine.user_id = person and mine.id > after
  order by mine.id
  limit most
$$;
revoke all on function own_data_ln_invoices(bigint,bigint,integer) from public;
