-- Trades are locked before either row is written.
create or replace function await_payer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update trades
  set payer_awaited = true, version = version + 1
  where id = new.trade_id and not payer_awaited
    and not exists (select from trade_payers payer where payer.trade_id = new.trade_id);
  return null;
end $$;
revoke all on function await_payer() from public;
