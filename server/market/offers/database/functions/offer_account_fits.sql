create or replace function offer_account_fits() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Held until the end: it is not removed as if no offer had it.
  perform
  from payment_accounts known
  where known.user_id = new.owner_id and known.public_id = new.payment_account and known.kind = 'bank'
    and known.currency = new.fiat
  for share;
  if not found then
    raise exception 'an offer names a bank account of its owner in its currency' using errcode = 'check_violation';
  end if;
  return null;
end $$;
revoke all on function offer_account_fits() from public;
