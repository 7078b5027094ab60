-- Whether an open trade has it, or an open sale of coins is paid to it.
create or replace function is_account_shared(account_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from trade_payment_accounts shared
    join running_trades running on running.trade_id = shared.trade_id
    where shared.account_id = is_account_shared.account_id)
  or exists (
    select from payment_accounts known
    join offers naming on naming.owner_id = known.user_id and naming.payment_account = known.public_id
    where known.id = is_account_shared.account_id and naming.deleted_at is null)
  or is_account_paid_out_to(is_account_shared.account_id)
$$;
revoke all on function is_account_shared(bigint) from public;
grant execute on function is_account_shared(bigint) to parley_web;
