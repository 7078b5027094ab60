-- When a card of the demo's issuer with this mark was redeemed: what the issuer says about a code that is said to be bad.
create or replace function house_card_redeemed_at(mark bytea) returns timestamp with time zone
language sql stable security definer set search_path = public, pg_temp as $$
  select card.redeemed_at from house_cards card where card.mark = house_card_redeemed_at.mark
$$;
revoke all on function house_card_redeemed_at(bytea) from public;
grant execute on function house_card_redeemed_at(bytea) to parley_web;
