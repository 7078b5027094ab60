-- Go with the documents of their company: so many years after the account closed. Returns how many were erased.
create or replace function erase_old_trading_names(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from trading_names
  where id in (
    select one.id
    from trading_names one
    join account_closures closure on closure.user_id = one.user_id
    where closure.closed_at < kept_since('verification.keep_years', 5, 'year')
    order by one.id
    limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function erase_old_trading_names(integer) from public;
