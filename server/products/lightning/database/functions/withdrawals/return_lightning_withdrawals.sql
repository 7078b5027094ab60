-- Ends those that nobody collected, and gives back what was set aside.
create or replace function return_lightning_withdrawals(quotes bigint[], ending text, at timestamp with time zone)
returns TABLE(user_id bigint, units bigint, subject text)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  for user_id, units, subject in
    update ln_withdrawals given
    set status = ending, ended_at = at
    from product_quotes quote
    where given.quote_id = any (quotes) and given.status = 'open' and quote.id = given.quote_id
    returning given.user_id, quote.units, quote.hash
  loop
    perform post_one('ln_return', subject, at, array['user:' || user_id || ':BTC:lightning'], array[available_account(user_id, 'BTC')], array[units]);
    return next;
  end loop;
end $$;
revoke all on function return_lightning_withdrawals(bigint[],text,timestamp with time zone) from public;
