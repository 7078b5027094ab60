-- Prices what a rule asks about, for some seconds: its user pays that quote or not. The outcome: see keep_top_up_quote; over where the question
-- has ended; bound where it costs more than the rule may.
create or replace function quote_top_up_ask(hash text, user_id bigint, ask text, provider text, at timestamp with time zone) returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  asked   top_up_asks;
  rule    top_up_rules;
  product top_up_products;
begin
  perform assert_now(at);
  select one.* into asked
  from top_up_asks one
  where one.hash = ask and one.user_id = quote_top_up_ask.user_id and one.status = 'waiting' and one.expires_at > at;
  select one.* into rule from top_up_rules one where one.id = asked.rule_id;
  select one.* into product from top_up_products one where one.id = rule.product_id;
  outcome := case
    when asked.id is null then 'over'
    when top_up_cents(product, rule.units) > rule.most_cents then 'bound'
    else keep_top_up_quote(hash, user_id, rule.product_id, rule.units, rule.currency, provider,
      (select operator.country from top_up_operators operator where operator.id = product.operator_id), rule.phone_sealed, rule.phone_index, at) end;
  if outcome = 'quoted' then
    update top_ups topped set ask_id = asked.id
    from product_quotes quote
    where quote.hash = quote_top_up_ask.hash and topped.quote_id = quote.id;
  end if;
  return next;
end $$;
revoke all on function quote_top_up_ask(text,bigint,text,text,timestamp with time zone) from public;
grant execute on function quote_top_up_ask(text,bigint,text,text,timestamp with time zone) to parley_web;
