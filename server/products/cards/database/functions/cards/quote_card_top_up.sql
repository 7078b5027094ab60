-- Prices card money for a user and keeps the price for some seconds: what the dollars cost in the coin now, and the fee. The outcome: quoted; unknown
-- for a user without cards; program_over; stale without a price.
create or replace function quote_card_top_up(hash text, user_id bigint, cents bigint, currency text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  cost bigint := coins_for_cents(cents, currency, at);
  maker text := (
    select card.issuer from cards card where card.user_id = quote_card_top_up.user_id order by card.id desc limit 1);
  fee  bigint := ceil(cost * (setting_value('cards.top_up_fee_bp') #>> '{}')::numeric / 10000);
begin
  perform assert_now(at);
  if maker is null then return 'unknown'; end if;
  if card_program_over() then return 'program_over'; end if;
  if cost is null then return 'stale'; end if;
  insert into product_quotes
    (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency, cost_units, created_at, expires_at)
  values
    (hash, user_id, 'card', maker, 'US', currency, cost + fee, fee, 'USD', cents, 'USD', cents,
     at, at + make_interval(secs => (setting_value('cards.quote_sec') #>> '{}')::int));
  return 'quoted';
end $$;
revoke all on function quote_card_top_up(text,bigint,bigint,text,timestamp with time zone) from public;
grant execute on function quote_card_top_up(text,bigint,bigint,text,timestamp with time zone) to parley_web;
