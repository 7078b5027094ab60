create or replace function share_payout_account(one bigint, other bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from payment_accounts mine
    join payment_accounts theirs on theirs.mark = mine.mark and theirs.user_id = other
    where mine.user_id = one)
$$;
revoke all on function share_payout_account(bigint,bigint) from public;
