-- The provider is to send money that is held back to where it came from.
create or replace function ask_ramp_refund(made provider_orders, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update ramp_orders ramp set refund_at = at where ramp.quote_id = made.quote_id and ramp.refund_at is null;
  update provider_orders set is_watched = true, ask_at = at, version = version + 1 where id = made.id;
end $$;
revoke all on function ask_ramp_refund(provider_orders,timestamp with time zone) from public;
