-- What the node says was settled: the coins to the invoice's owner, once for each hash, whole satoshi. The outcome with the owner: credited; known where
-- it was before; unknown for an invoice that no user has; waits:<name> while halted, or where all that came in a day would be more than the setting, which bounds a process that was taken over. One that was paid inside and from outside has both.
create or replace function credit_lightning(payment_hash text, paid_msat bigint, settle_index bigint, at timestamp with time zone)
returns TABLE(outcome text, user_id bigint, units bigint, subject text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  made ln_invoices;
  halt constant text := standing_halt(array['lightning_in', 'ledger', 'coin_BTC']);
begin
  perform assert_now(at);
  select one.* into made from ln_invoices one where one.payment_hash = credit_lightning.payment_hash for update;
  user_id := made.user_id;
  subject := made.hash;
  units := div(paid_msat, 1000);
  outcome := case
    when made.id is null then 'unknown'
    when exists (select from journals known where known.kind = 'ln_in' and known.subject = credit_lightning.payment_hash) then 'known'
    when halt is not null then 'waits:' || halt
    when paid_msat + coalesce((
      select sum(lately.paid_msat) from ln_invoices lately where lately.status = 'settled' and lately.settled_at > at - interval '1 day'), 0)
      > 100000000000 * (setting_value('lightning.in_btc_day') #>> '{}')::numeric then 'waits:day'
    when (paid_msat >= greatest(made.msat, 1000)) is not true then 'short'
    else 'credited' end;
  if outcome = 'credited' then
    perform post_one('ln_in', payment_hash, at, array['outside:BTC:lightning'], array[available_account(made.user_id, 'BTC')], array[units]);
    update ln_invoices one
    set status = 'settled', paid_msat = credit_lightning.paid_msat, settled_at = at
    where one.id = made.id and one.status <> 'paid_inside';
  end if;
  if left(outcome, 5) <> 'waits' then
    update ln_node node
    set settle_index = greatest(node.settle_index, credit_lightning.settle_index),
      credited_msat = node.credited_msat + case outcome when 'credited' then units * 1000 else 0 end;
  end if;
  return next;
end $$;
revoke all on function credit_lightning(text,bigint,bigint,timestamp with time zone) from public;
grant execute on function credit_lightning(text,bigint,bigint,timestamp with time zone) to parley_lightning;
