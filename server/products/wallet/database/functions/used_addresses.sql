-- The addresses that this user has sent this coin to: whether each is known, and what of the rest left without a wait.
create or replace function used_addresses(owner bigint, coin text, wait interval) returns TABLE(destination text, is_known boolean, quick_usd numeric)
language sql set search_path = public, pg_temp as $$
  select sending.destination,
    bool_or(case
      when sending.status in ('broadcast', 'confirming', 'completed')
        then sending.due_at - sending.created_at >= wait
          or coalesce(sending.status = 'completed' and sending.ended_at <= market_now() - wait, false)
      else false
    end),
    coalesce(sum(sending.usd_value) filter (
      where sending.due_at - sending.created_at < wait
        and coalesce(sending.ended_at > market_now() - wait, true)), 0)
  from send_outs sending
  where sending.user_id = owner and sending.currency = coin and sending.status <> 'cancelled'
  group by sending.destination
$$;
revoke all on function used_addresses(bigint,text,interval) from public;
grant execute on function used_addresses(bigint,text,interval) to parley_web;
