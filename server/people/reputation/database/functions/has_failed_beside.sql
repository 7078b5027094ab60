-- Whether a failure beside a user of the partner's household is counted for the user already, in the 30 days before; the newest 50.
create or replace function has_failed_beside(user_id bigint, partner_id bigint, ended_at timestamp with time zone) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from (
      select counted.partner_id
      from reputation_trades counted
      where counted.user_id = has_failed_beside.user_id and not counted.is_successful
        and counted.at > has_failed_beside.ended_at - interval '30 days'
      order by counted.at desc
      limit 50
    ) as failed
    where failed.partner_id = has_failed_beside.partner_id
      or of_one_household(failed.partner_id, has_failed_beside.partner_id))
$$;
revoke all on function has_failed_beside(bigint,bigint,timestamp with time zone) from public;
