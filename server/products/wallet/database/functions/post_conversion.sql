-- Moves the coins of a quote whose taking was decided: the user's to the operator, the operator's to the user. The outcome: converted,
-- insufficient, unavailable where the operator has too little, halted:<name>.
create or replace function post_conversion(quote conversion_quotes, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  outcome text := (post_each(
    array['conversion'], array[quote.hash], at, array[1, 1],
    array[available_account(quote.user_id, quote.from_currency), 'house:' || quote.to_currency || ':inventory'],
    array['house:' || quote.from_currency || ':inventory', available_account(quote.user_id, quote.to_currency)],
    array[quote.from_units, quote.to_units]))[1];
begin
  if outcome = 'duplicate' then raise exception 'this was converted before' using errcode = 'unique_violation'; end if;
  if outcome = 'posted' then
    insert into conversions (quote_id, user_id, created_at) values (quote.id, quote.user_id, post_conversion.at);
    return 'converted';
  end if;
  if outcome = 'insufficient' and coalesce((
    select account.balance_units
    from ledger_accounts account
    where account.name = available_account(quote.user_id, quote.from_currency)), 0) >= quote.from_units then
    return 'unavailable';
  end if;
  return outcome;
end $$;
revoke all on function post_conversion(conversion_quotes,timestamp with time zone) from public;
