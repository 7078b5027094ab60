-- Invoices whose time is over, as the node says or because it never made them. Of those that the node has, the process looks first whether they were paid.
create or replace function end_lightning_invoices(hashes text[], at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  ended int;
begin
  perform assert_now(at);
  update ln_invoices one
  set status = 'expired'
  where one.hash = any (hashes) and one.status in ('asked', 'open') and one.expires_at <= at;
  get diagnostics ended = row_count;
  return ended;
end $$;
revoke all on function end_lightning_invoices(text[],timestamp with time zone) from public;
grant execute on function end_lightning_invoices(text[],timestamp with time zone) to parley_lightning;
