-- Why a card does not pay a sum now, or null. Whatever is doubtful is declined. The account of the card is locked by the caller.
create or replace function card_obstacle(card cards, usd_units bigint, merchant_group text, at timestamp with time zone) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when card_program_over() then 'program_over'
    when card.status <> 'active' then card.status
    when card.expires_on < (card_obstacle.at at time zone 'UTC')::date then 'expired'
    when standing_halt(array['card_payments', 'ledger', 'money_out']) is not null then 'halted'
    when exists (
      select from user_restrictions standing
      where standing.user_id = card.user_id and standing.lifted_at is null) then 'restricted'
    when usd_units is null then 'rate'
    when merchant_group = any (card.closed_groups) then 'merchant'
    when card.is_single_use and exists (
      select from card_authorizations one
      where one.card_id = card.id and one.status not in ('declined', 'reversed', 'unseen')) then 'used'
    when usd_units > card.payment_limit then 'payment_limit'
    when usd_units + spent.day_units > least(card.day_limit, 100 * (setting_value('cards.day_usd') #>> '{}')::bigint) then 'day_limit'
    when usd_units + spent.month_units > card.month_limit then 'month_limit'
    when usd_units > card_balance(card.user_id) then 'insufficient'
  end
  from (
    select
      coalesce(sum(one.held_units + one.captured_units) filter (where one.at > card_obstacle.at - interval '1 day'), 0) as day_units,
      coalesce(sum(one.held_units + one.captured_units), 0) as month_units
    from card_authorizations one
    where one.card_id = card.id and one.at > card_obstacle.at - interval '30 days'
  ) as spent
$$;
revoke all on function card_obstacle(cards,bigint,text,timestamp with time zone) from public;
