-- Whether two of the staff have seen before, by a purchase that they let pass, whose wallet this is: M-Pesa names no payers. A wallet that its owner
-- has changed since is another one.
create or replace function is_known_wallet(quote_id bigint, provider text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select moves_by_hand(provider) and exists (
    select from ramp_orders now_paid
    join ramp_orders earlier
      on (earlier.user_id, earlier.account, earlier.account_at) = (now_paid.user_id, now_paid.account, now_paid.account_at)
    join provider_orders made on made.quote_id = earlier.quote_id and made.provider = is_known_wallet.provider and made.product = 'on_ramp'
    where now_paid.quote_id = is_known_wallet.quote_id and made.status = 'settled' and made.end_reason = 'staff')
$$;
revoke all on function is_known_wallet(bigint,text) from public;
grant execute on function is_known_wallet(bigint,text) to parley_web;
