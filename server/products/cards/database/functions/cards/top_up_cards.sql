-- Takes quotes of card money, each once: the coins to the operator, the operator's dollars to the users' card accounts, and of these first what they
-- owe. Outcomes by place, from 1: topped_up, unknown, taken, program_over, expired, price, on_hold, restricted, held, user_limit, level:… (see level_obstacle), unproved, insufficient,
-- unavailable where the operator has too little, halted:<name>.
create or replace function top_up_cards(quote_hashes text[], user_ids bigint[], at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote product_quotes;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(quote_hashes), cardinality(user_ids));
  for number in 1 .. cardinality(quote_hashes) loop
    place := number;
    perform from card_accounts account where account.user_id = user_ids[number] for no key update;
    select wanted.* into quote
    from product_quotes wanted
    where wanted.hash = quote_hashes[number] and wanted.user_id = user_ids[number] and wanted.product = 'card'
    for update;
    outcome := case
      when quote.id is null then 'unknown'
      when exists (select from card_top_ups taken where taken.quote_id = quote.id) then 'taken'
      when card_program_over() then 'program_over'
      when quote.expires_at <= at then 'expired'
      when (coins_for_cents(quote.cost_units, quote.currency, at) <= quote.units) is not true then 'price'
      else coalesce(
        'halted:' || standing_halt(array['money_out', 'card_top_up', 'ledger', 'coin_' || quote.currency]),
        kept_from_ordering(quote.user_id),
        case when quote.got_units + card_topped_up(quote.user_id, at - interval '1 day') > 100 * (setting_value('cards.top_up_usd_day') #>> '{}')::bigint
          then 'user_limit' end,
        level_obstacle(quote.user_id, quote.got_units, at),
        case when not exists (
          select from spend_proofs(array['provider_order:' || quote.hash], array[quote.user_id])) then 'unproved' end)
      end;
    if outcome is null then
      outcome := post_card_top_up(quote, at);
      if outcome = 'posted' then
        insert into card_top_ups (quote_id, user_id, created_at) values (quote.id, quote.user_id, at);
        perform count_limit_use('card_top_up', quote.hash, quote.user_id, quote.got_units, at);
        perform repay_card_debt(quote.user_id, 'top_up:' || quote.hash, at);
        outcome := 'topped_up';
      end if;
    end if;
    return next;
  end loop;
end $$;
revoke all on function top_up_cards(text[],bigint[],timestamp with time zone) from public;
grant execute on function top_up_cards(text[],bigint[],timestamp with time zone) to parley_web;
