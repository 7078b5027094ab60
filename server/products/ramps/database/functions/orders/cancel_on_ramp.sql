-- The user will not pay. A transfer may be under way, so the provider is still asked for a while; what comes is late. A prompt on a handset
-- cannot be taken back: its end decides. The outcome: cancelled; unknown; over.
create or replace function cancel_on_ramp(order_hash text, user_id bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  made provider_orders;
begin
  perform assert_now(at);
  select found.* into made from provider_orders found
  where found.hash = order_hash and found.user_id = cancel_on_ramp.user_id and found.product = 'on_ramp' for update;
  if made.id is null then return 'unknown'; end if;
  update ramp_orders ramp
  set cancelled_at = at, window_until = case when ramp.reference is null then ramp.window_until else least(ramp.window_until, at) end
  where ramp.quote_id = made.quote_id and ramp.cancelled_at is null and ramp.received_at is null and made.ended_at is null;
  if not found then return 'over'; end if;
  if exists (select from ramp_orders ramp where ramp.quote_id = made.quote_id and ramp.reference is not null) then
    perform release_on_ramp(made, at);
  end if;
  return 'cancelled';
end $$;
revoke all on function cancel_on_ramp(text,bigint,timestamp with time zone) from public;
grant execute on function cancel_on_ramp(text,bigint,timestamp with time zone) to parley_web;
