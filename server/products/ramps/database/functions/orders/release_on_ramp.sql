-- The coins that were promised to a purchase are the operator's again; a second call changes nothing.
create or replace function release_on_ramp(made provider_orders, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update ramp_orders ramp set released_at = at where ramp.quote_id = made.quote_id and ramp.released_at is null;
  if not found then return; end if;
  perform post_one('ramp_release', made.hash, at, array['house:' || made.currency || ':promised'],
    array['house:' || made.currency || ':inventory'], array[made.units]);
end $$;
revoke all on function release_on_ramp(provider_orders,timestamp with time zone) from public;
