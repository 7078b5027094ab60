-- Money that is held is to go back to where it came from: the provider is asked, or staff send it.
create or replace function ask_ramp_refund(made provider_orders, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update ramp_orders ramp set refund_at = at where ramp.quote_id = made.quote_id and ramp.refund_at is null;
  update provider_orders set is_watched = not moves_by_hand(made.provider), ask_at = at, version = version + 1 where id = made.id;
end $$;
revoke all on function ask_ramp_refund(provider_orders,timestamp with time zone) from public;
