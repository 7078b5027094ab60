-- Why this user's balance must not leave: the same, 'held:<until>' by the signer's records, or null. Under `restricted` a
-- send-out waits.
create or replace function kept_in(quote send_out_quotes) returns text
language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    case when kept_from_converting(quote.user_id) = 'restricted' and leaves_for_good(quote) then null
      else kept_from_converting(quote.user_id) end,
    (
    select 'held:' || to_char(max(hold.ends_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from send_out_holds hold
    where hold.user_id = quote.user_id and hold.ends_at > market_now()))
$$;
revoke all on function kept_in(send_out_quotes) from public;
