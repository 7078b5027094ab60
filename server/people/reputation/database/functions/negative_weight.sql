-- Bad news of a small trade counts a tenth at least.
create or replace function negative_weight(fee_cents bigint) returns bigint
language sql immutable as $$
  select greatest(100, partner_weight(fee_cents))
$$;
