-- The account outside where the money of purchases comes from.
create or replace function ramp_outside(provider text) returns text
language sql immutable as $$
  select 'outside:USD:' || case when moves_by_hand(provider) then 'mobile_money' else 'bank' end
$$;
revoke all on function ramp_outside(text) from public;
