create or replace function own_data_ln_payments(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select mine.quote_id, jsonb_build_object('lightningPayment', quote.hash, 'paymentHash', mine.payment_hash, 'status', mine.status,
    'units', quote.got_units::text, 'feeUnits', quote.fee_units::text, 'networkUnits', mine.network_units::text, 'memo', asked.memo,
    'payee', asked.payee, 'preimage', mine.preimage, 'failure', mine.failure, 'at', mine.created_at, 'endedAt', mine.ended_at)::text
  from ln_payments mine
  join product_quotes quote on quote.id = mine.quote_id
  join ln_quotes asked on asked.quote_id = mine.quote_id
  where mine.user_id = person and mine.quote_id > after
  order by mine.quote_id
  limit most
$$;
revoke all on function own_data_ln_payments(bigint,bigint,integer) from public;
