-- At the till of the demo's market: the value of a card into the redeemer's USDT by the prices of now, once. The outcome: redeemed, unknown,
-- used, stale, unavailable where the operator has too little, halted:<name>.
create or replace function redeem_house_card(hash text, user_id bigint, mark bytea, at timestamp with time zone) returns TABLE(outcome text, currency text, face_units bigint, units bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  card house_cards;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[user_id]);
  select one.* into card from house_cards one where one.mark = redeem_house_card.mark for update;
  currency := card.currency;
  face_units := card.face_units;
  units := floor(coins_for_fiat(card.face_units, card.currency, 'USDT', at));
  outcome := case
    when card.id is null or card.activated_at is null or card.voided_at is not null then 'unknown'
    when card.redeemed_at is not null then 'used'
    when (units > 0) is not true then 'stale'
    else 'halted:' || standing_halt(array['ledger', 'coin_USDT']) end;
  if outcome is null then
    outcome := (post_each(
      array['card_redeem'], array[hash], at, array[1, 1],
      array['house:' || card.currency || ':cards_issued', 'house:USDT:inventory'],
      array['outside:' || card.currency || ':market', available_account(user_id, 'USDT')],
      array[card.face_units, units]))[1];
    if outcome = 'posted' then
      update house_cards set redeemed_at = at, redeemed_by = user_id, code_sealed = null where id = card.id;
      outcome := 'redeemed';
    else
      outcome := 'unavailable';
    end if;
  end if;
  return next;
end $$;
revoke all on function redeem_house_card(text,bigint,bytea,timestamp with time zone) from public;
grant execute on function redeem_house_card(text,bigint,bytea,timestamp with time zone) to parley_web;
