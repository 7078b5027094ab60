-- Whether an open sale of coins is paid to it: until that has ended, it stays as it is.
create or replace function is_account_paid_out_to(account_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from payment_accounts known
    join ramp_orders ramp on ramp.account = known.public_id
    join provider_orders made on made.quote_id = ramp.quote_id
    where known.id = is_account_paid_out_to.account_id and made.ended_at is null)
$$;
revoke all on function is_account_paid_out_to(bigint) from public;
grant execute on function is_account_paid_out_to(bigint) to parley_web;
