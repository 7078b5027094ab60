-- Its owner ends an open withdrawal. The outcome: cancelled; unknown; ended where it was before.
create or replace function cancel_lightning_withdrawal(quote_hash text, user_id bigint, at timestamp with time zone)
returns TABLE(outcome text, units bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  given ln_withdrawals;
begin
  perform assert_now(at);
  select one.* into given
  from ln_withdrawals one
  join product_quotes quote on quote.id = one.quote_id
  where quote.hash = quote_hash and one.user_id = cancel_lightning_withdrawal.user_id
  for update of one;
  outcome := case when given.quote_id is null then 'unknown' when given.status <> 'open' then 'ended' else 'cancelled' end;
  if outcome = 'cancelled' then
    select ended.units into units from return_lightning_withdrawals(array[given.quote_id], 'cancelled', at) ended;
  end if;
  return next;
end $$;
revoke all on function cancel_lightning_withdrawal(text,bigint,timestamp with time zone) from public;
grant execute on function cancel_lightning_withdrawal(text,bigint,timestamp with time zone) to parley_web;
