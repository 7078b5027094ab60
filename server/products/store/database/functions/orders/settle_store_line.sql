-- Beside the journal of a settled line: cards of the house issuer are worth their value from now on, which the operator owes.
create or replace function settle_store_line(made provider_orders, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  money text;
  owed  bigint;
begin
  if not is_house_issue(made.provider) then return; end if;
  with active as (
    update house_cards card
    set activated_at = at
    from store_codes code
    where card.reference = made.external_ref and code.quote_id = made.quote_id and code.mark = card.mark and card.activated_at is null
    returning card.currency, card.face_units)
  select max(active.currency), sum(active.face_units) into money, owed from active;
  if owed > 0 then
    perform post_one('card_issue', made.hash, at, array['outside:' || money || ':market'], array['house:' || money || ':cards_issued'], array[owed]);
  end if;
end $$;
revoke all on function settle_store_line(provider_orders,timestamp with time zone) from public;
