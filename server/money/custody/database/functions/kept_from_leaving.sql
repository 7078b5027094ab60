-- Why a send-out that this user made then must not leave now: 'on_hold', 'restricted', or null. Under `restricted` it leaves when
-- its day is over; out of a banned account only what was made after staff had approved that.
create or replace function kept_from_leaving(user_id bigint, made_at timestamp with time zone) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when exists (
      select
      from wallet_holds hold
      where hold.user_id = kept_from_leaving.user_id and hold.lifted_at is null
    ) then 'on_hold'
    when exists (
      select
      from user_restrictions standing
      where standing.user_id = kept_from_leaving.user_id and standing.lifted_at is null
        and standing.state <> 'restricted'
        and (standing.state <> 'banned' or standing.leave_allowed_at is null or standing.leave_allowed_at > made_at)
    ) then 'restricted'
  end
$$;
revoke all on function kept_from_leaving(bigint,timestamp with time zone) from public;
grant execute on function kept_from_leaving(bigint,timestamp with time zone) to parley_chain, parley_signer;
