-- A wallet shows the k1 of an open withdrawal and an invoice of exactly its sum: it becomes a payment of that invoice, reserved for the Lightning process, or
-- paid inside where another user of the market has it. Once; the same invoice again is known. Outcomes with the owner: reserved, inside, known; unknown and
-- those of withdrawal_obstacle.
create or replace function collect_lightning_withdrawal(k1 text, bolt11 text, payment_hash text, msat bigint, payee text, memo text,
  invoice_expires_at timestamp with time zone, at timestamp with time zone)
returns TABLE(outcome text, user_id bigint, payee_id bigint, units bigint, subject text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  given  ln_withdrawals;
  quote  product_quotes;
  inside ln_invoices;
  held   text;
  own    text;
begin
  perform assert_now(at);
  select one.user_id into user_id from ln_withdrawals one where one.k1 = collect_lightning_withdrawal.k1;
  -- In the order of payments: the person, the quote, the hash, the invoice.
  perform from users person where person.id = user_id for no key update;
  select one.* into given from ln_withdrawals one where one.k1 = collect_lightning_withdrawal.k1 for update;
  select one.* into quote from product_quotes one where one.id = given.quote_id;
  perform pg_advisory_xact_lock(7265054, hashtext(payment_hash));
  select one.* into inside from ln_invoices one where one.payment_hash = collect_lightning_withdrawal.payment_hash for update;
  payee_id := inside.user_id;
  units := quote.got_units;
  subject := quote.hash;
  outcome := case
    when given.quote_id is null then 'unknown'
    when exists (
      select from ln_payments paid
      where paid.quote_id = given.quote_id and paid.payment_hash = collect_lightning_withdrawal.payment_hash) then 'known'
    else withdrawal_obstacle(given, quote, inside, payment_hash, msat, invoice_expires_at, at) end;
  if outcome is null then
    held := 'user:' || user_id || ':BTC:lightning';
    own := available_account(user_id, 'BTC');
    insert into ln_quotes (quote_id, payment_hash, bolt11, msat, network_units, payee, memo, expires_at)
    values (quote.id, payment_hash, bolt11, msat, quote.units - quote.got_units - quote.fee_units, payee, memo, invoice_expires_at);
    update ln_withdrawals one set status = 'collected', ended_at = at where one.quote_id = quote.id;
    outcome := case when inside.id is null then 'reserved' else 'inside' end;
    insert into ln_payments (quote_id, user_id, payment_hash, status, created_at, ended_at)
    values (quote.id, user_id, payment_hash, outcome, at, case when inside.id is not null then at end);
    if inside.id is not null then
      perform post_one('ln_return', quote.hash, at, array[held], array[own], array[quote.units]);
      perform post_one('ln_internal', payment_hash, at, array[own], array[available_account(inside.user_id, 'BTC')], array[units]);
      update ln_invoices one
      set status = 'paid_inside', paid_msat = collect_lightning_withdrawal.msat, settled_at = at
      where one.id = inside.id;
    end if;
  end if;
  return next;
end $$;
revoke all on function collect_lightning_withdrawal(text,text,text,bigint,text,text,timestamp with time zone,timestamp with time zone) from public;
grant execute on function collect_lightning_withdrawal(text,text,text,bigint,text,text,timestamp with time zone,timestamp with time zone) to parley_web;
