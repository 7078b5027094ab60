-- A purchase for which no money came.
create or replace function end_on_ramp(made provider_orders, reason text, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform release_on_ramp(made, at);
  update provider_orders
  set status = 'returned', ended_at = at, end_reason = reason, is_watched = false, version = version + 1
  where id = made.id;
end $$;
revoke all on function end_on_ramp(provider_orders,text,timestamp with time zone) from public;
