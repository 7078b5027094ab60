-- Erases some of the requests that ended more than a year ago, with their quotes, and says how many.
create or replace function erase_old_otc_requests(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  old bigint[] := array(
    select id
    from otc_requests
    where status not in ('open', 'asked', 'quoted') and changed_at < market_now() - interval '1 year'
    order by id
    limit most
  );
begin
  delete from otc_quotes where request_id = any (old);
  delete from otc_requests where id = any (old);
  return cardinality(old);
end $$;
revoke all on function erase_old_otc_requests(integer) from public;
