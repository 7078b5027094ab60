-- Locks the trades first: a user who names a payer at the same time is seen, or sees the new name. Sealing everything anew
-- changes the email as well, and no name.
create or replace function await_payer_again() returns trigger
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
revoke all on function await_payer_again() from public;
