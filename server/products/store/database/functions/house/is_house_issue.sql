-- The demo's own issuer of gift cards: it is paid by a liability of the operator, and not out of money at a provider.
create or replace function is_house_issue(provider text) returns boolean
language sql immutable as $$
  select provider = 'house_market'
$$;
revoke all on function is_house_issue(text) from public;
grant execute on function is_house_issue(text) to parley_worker, parley_web;
