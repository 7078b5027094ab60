-- What a call about a purchase came to, or about a sale that is over; null where end_provider_attempt goes on by itself. See there.
create or replace function end_ramp_call(made provider_orders, answer text, said jsonb, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  ramp ramp_orders;
begin
  if made.product = 'off_ramp' then
    if made.ended_at is null then return null; end if;
    update provider_orders set is_watched = false where id = made.id;
    if answer = 'came_back' and made.status = 'settled' then
      perform book_ramp_return(made, (said ->> 'charged')::bigint, at);
      return 'over';
    end if;
    return null;
  end if;
  select found.* into ramp from ramp_orders found where found.quote_id = made.quote_id for update;
  if said ? 'instructions' then
    update ramp_orders set instructions_sealed = decode(said ->> 'instructions', 'base64') where quote_id = made.quote_id;
  end if;
  if answer = 'succeeded' and ramp.received_at is null then
    perform receive_ramp_money(made, said, at);
  elsif answer = 'refunded' and made.status = 'mismatch' then
    perform return_ramp_money(made, at);
  elsif made.status = 'mismatch' then
    update provider_orders set ask_at = at + interval '20 seconds' where id = made.id;
  elsif answer = 'failed' and made.ended_at is null then
    perform end_on_ramp(made, case when said ->> 'reason' in ('declined', 'expired') then said ->> 'reason' else 'refused' end, at);
  elsif made.ended_at is null then
    if at > ramp.window_until + interval '2 minutes' then perform release_on_ramp(made, at); end if;
    if at > ramp.window_until + interval '3 days' and answer <> 'unknown' and not moves_by_hand(made.provider) then
      perform end_on_ramp(made, 'expired', at);
    else
      update provider_orders
      set status = case when answer = 'pending' then 'submitted' else 'unknown' end, version = version + 1,
          unknown_since = case when answer = 'pending' then null else coalesce(unknown_since, at) end,
          provider_ref = coalesce(left(said ->> 'providerRef', 100), provider_ref),
          ask_at = at + case when answer in ('unknown', 'not_found') then interval '2 seconds' when at > ramp.window_until + interval '5 minutes' then interval '30 minutes' else interval '15 seconds' end
      where id = made.id;
    end if;
  else
    -- Money that is late beyond all waiting: a message asks again.
    update provider_orders set is_watched = false where id = made.id;
    return 'over';
  end if;
  return (select now_so.status from provider_orders now_so where now_so.id = made.id);
end $$;
revoke all on function end_ramp_call(provider_orders,text,jsonb,timestamp with time zone) from public;
