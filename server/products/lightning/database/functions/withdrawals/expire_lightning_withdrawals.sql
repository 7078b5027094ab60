-- Those whose time is over: what was set aside comes back.
create or replace function expire_lightning_withdrawals(most integer, at timestamp with time zone)
returns TABLE(user_id bigint, units bigint, subject text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  return query
    select ended.*
    from return_lightning_withdrawals(array(
      select given.quote_id
      from ln_withdrawals given
      where given.status = 'open' and given.expires_at <= at
      order by given.quote_id
      limit most
      for update skip locked), 'expired', at) ended;
end $$;
revoke all on function expire_lightning_withdrawals(integer,timestamp with time zone) from public;
grant execute on function expire_lightning_withdrawals(integer,timestamp with time zone) to parley_worker;
