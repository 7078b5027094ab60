-- Whether this quote takes all there is of its coin, and no other has since that was approved.
create or replace function leaves_for_good(quote send_out_quotes) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select is_leave_allowed(quote.user_id)
    and quote.units + quote.fee_units = (
      select account.balance_units
      from ledger_accounts account
      where account.name = available_account(quote.user_id, quote.currency))
    and not exists (
      select
      from send_outs before
      where before.user_id = quote.user_id and before.currency = quote.currency
        and before.status not in ('failed', 'cancelled')
        and before.created_at >= (
          select max(standing.leave_allowed_at)
          from user_restrictions standing
          where standing.user_id = quote.user_id and standing.lifted_at is null))
$$;
revoke all on function leaves_for_good(send_out_quotes) from public;
