-- A merchant asks for more on a question that was approved: so much in all. The outcome: approved, or the reason of the decline, after which the hold
-- stands as it was.
create or replace function raise_card_hold(card cards, question card_authorizations, cents bigint, merchant_group text, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  more    constant bigint := cents - question.usd_units;
  outcome text := coalesce(card_obstacle(card, more, merchant_group, at), 'approved');
begin
  if outcome = 'approved' then
    perform move_card_money(
      'card_hold', question.external_id || ':' || cents, card_account(card.user_id, false), card_account(card.user_id, true), more, at);
    update card_authorizations one
    set usd_units = cents, held_units = one.held_units + more, expires_at = at + interval '7 days'
    where one.id = question.id;
  end if;
  return outcome;
end $$;
revoke all on function raise_card_hold(cards,card_authorizations,bigint,text,timestamp with time zone) from public;
