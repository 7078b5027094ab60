create or replace function badge_rank(badge text) returns integer
language sql immutable as $$
  select array_position(array['no_badge', 'vendor', 'power_trader', 'expert_trader', 'operator', 'ambassador', 'ceo'], badge)
$$;
revoke all on function badge_rank(text) from public;
