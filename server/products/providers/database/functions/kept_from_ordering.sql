-- Why this user may not pay for what leaves the market at once: 'on_hold', 'restricted', 'held' by the signer's records, or null. A
-- restricted user's transfer waits for a day; what a provider delivers cannot wait, so any restriction refuses it.
create or replace function kept_from_ordering(user_id bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    kept_from_converting(user_id),
    case when exists (
      select from user_restrictions standing
      where standing.user_id = kept_from_ordering.user_id and standing.lifted_at is null
    ) then 'restricted' end,
    case when exists (
      select from send_out_holds hold
      where hold.user_id = kept_from_ordering.user_id and hold.ends_at > market_now()
    ) then 'held' end)
$$;
revoke all on function kept_from_ordering(bigint) from public;
