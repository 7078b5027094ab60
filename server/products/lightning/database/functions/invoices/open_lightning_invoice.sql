-- The node has made an invoice that was asked for. False where it was made before, or its time is over.
create or replace function open_lightning_invoice(hash text, payment_hash text, bolt11 text, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  update ln_invoices made
  set status = 'open', payment_hash = open_lightning_invoice.payment_hash, bolt11 = open_lightning_invoice.bolt11
  where made.hash = open_lightning_invoice.hash and made.status = 'asked' and made.expires_at > at;
  return found;
end $$;
revoke all on function open_lightning_invoice(text,text,text,timestamp with time zone) from public;
grant execute on function open_lightning_invoice(text,text,text,timestamp with time zone) to parley_lightning;
