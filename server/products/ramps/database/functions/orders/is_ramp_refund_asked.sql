-- Whether the money of a purchase is on its way back: it buys nothing any more.
create or replace function is_ramp_refund_asked(quote_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from ramp_orders ramp where ramp.quote_id = is_ramp_refund_asked.quote_id and ramp.refund_at is not null)
$$;
revoke all on function is_ramp_refund_asked(bigint) from public;
grant execute on function is_ramp_refund_asked(bigint) to parley_signer, parley_web;
