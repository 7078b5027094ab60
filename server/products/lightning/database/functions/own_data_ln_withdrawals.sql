create or replace function own_data_ln_withdrawals(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select mine.quote_id, jsonb_build_object('lightningWithdrawal', quote.hash, 'status', mine.status, 'units', quote.got_units::text,
    'feeUnits', quote.fee_units::text, 'at', mine.created_at, 'expiresAt', mine.expires_at, 'endedAt', mine.ended_at)::text
  from ln_withdrawals mine
  join product_quotes quote on quote.id = mine.quote_id
  where mine.user_id = person and mine.quote_id > after
  order by mine.quote_id
  limit most
$$;
revoke all on function own_data_ln_withdrawals(bigint,bigint,integer) from public;
