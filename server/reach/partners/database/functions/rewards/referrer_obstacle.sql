-- Why a referrer gets nothing now, whatever the fee: closed, or off; null where nothing is in the way.
create or replace function referrer_obstacle(referrer bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when exists (select from account_closures gone where gone.user_id = referrer and gone.closed_at is not null) then 'closed'
    when not flag_is_on('isPartnerProgramEnabled', referrer) then 'off'
  end
$$;
revoke all on function referrer_obstacle(bigint) from public;
