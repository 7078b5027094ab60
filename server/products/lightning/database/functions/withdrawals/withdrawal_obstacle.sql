-- Why this invoice does not collect a withdrawal now: ended, other_amount, over, own, paid, in_flight, halted:<name>, what keeps its user from paying,
-- away, no_capacity; null where nothing is in the way.
create or replace function withdrawal_obstacle(given ln_withdrawals, quote product_quotes, inside ln_invoices, payment_hash text, msat bigint,
  invoice_expires_at timestamp with time zone, at timestamp with time zone) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when given.status <> 'open' or given.expires_at <= at then 'ended'
    when (msat = quote.got_units * 1000) is not true then 'other_amount'
    when (invoice_expires_at > at) is not true then 'over'
    when inside.user_id = given.user_id then 'own'
    when inside.status in ('settled', 'paid_inside') then 'paid'
    when exists (
      select from ln_payments taken
      where taken.payment_hash = withdrawal_obstacle.payment_hash and taken.status <> 'failed') then 'in_flight'
    else coalesce(
      'halted:' || standing_halt(array['money_out', 'lightning_out', 'ledger', 'coin_BTC']),
      kept_from_ordering(given.user_id),
      case
        when inside.id is not null then null
        when (select node.seen_at > at - interval '2 minutes' from ln_node node) is not true then 'away'
        when msat > (select node.payable_msat from ln_node node) then 'no_capacity'
      end)
    end
$$;
revoke all on function withdrawal_obstacle(ln_withdrawals,product_quotes,ln_invoices,text,bigint,timestamp with time zone,timestamp with time zone) from public;
