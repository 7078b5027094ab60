-- The journal of a quote of card money: posted, insufficient, or unavailable where the operator has too few dollars.
create or replace function post_card_top_up(quote product_quotes, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  own    constant text := available_account(quote.user_id, quote.currency);
  parts  constant bigint[] := array[quote.units - quote.fee_units, quote.fee_units, quote.got_units];
  answer text;
begin
  answer := (
    select (post_each(
      array['card_top_up'], array[quote.hash], post_card_top_up.at, array_agg(1),
      array_agg((array[own, own, 'house:USD:inventory'])[place]),
      array_agg((array['house:' || quote.currency || ':inventory', 'house:' || quote.currency || ':fees_card', card_account(quote.user_id, false)])[place]),
      array_agg(parts[place])))[1]
    from generate_subscripts(parts, 1) as place
    where parts[place] > 0);
  if answer = 'duplicate' then raise exception 'this was paid before' using errcode = 'unique_violation'; end if;
  if answer = 'insufficient' and coalesce((
    select account.balance_units from ledger_accounts account where account.name = own), 0) >= quote.units then
    answer := 'unavailable';
  end if;
  return answer;
end $$;
revoke all on function post_card_top_up(product_quotes,timestamp with time zone) from public;
