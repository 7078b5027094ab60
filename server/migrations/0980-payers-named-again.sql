-- The buyer of a trade without third-party payments names the payer, who must have the buyer's own name. When that name changes or
-- ends afterwards, as a company's does, the call refused the payment and the page still offered it. The trade now waits for the payer
-- again: actions, next step and refusal read one column. Owned by market/trades.

-- The trades are locked first: whoever names a payer at the same time is seen, or sees the new name. Sealing everything anew changes
-- the email as well, and no name.
create function await_payer_again() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from trades
  where buyer_id = new.id and no_third_parties and ended_at is null
  order by id
  for update;
  update trades
  set payer_awaited = true, version = version + 1
  where buyer_id = new.id and no_third_parties and ended_at is null and status = 'active_funded' and not payer_awaited
    and exists (select from trade_payers payer where payer.trade_id = trades.id);
  return null;
end $$;
create trigger names_await_payer after update of first_name_sealed, last_name_sealed, company_name_sealed on users
  for each row
  when (old.email_sealed = new.email_sealed
    and (old.first_name_sealed, old.last_name_sealed, old.company_name_sealed)
      is distinct from (new.first_name_sealed, new.last_name_sealed, new.company_name_sealed))
  execute function await_payer_again();

-- Naming the payer a second time updates the row of the first; sealing it anew leaves the time.
drop trigger payers_end_wait on trade_payers;
create trigger payers_end_wait after insert or update of declared_at on trade_payers for each row execute function end_wait_for_payer();

revoke all on function await_payer_again() from public;
