-- 25 USD of fees are a whole partner.
create or replace function partner_weight(fee_cents bigint) returns bigint
language sql immutable as $$
  select least(1000, greatest(fee_cents, 0) * 2 / 5)
$$;
