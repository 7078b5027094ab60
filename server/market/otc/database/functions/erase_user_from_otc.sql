-- Their requests; as a trader, the quotes that wait, whose requests are open again, and the words of the others.
create or replace function erase_user_from_otc(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from otc_requests where user_id = person;
  update otc_requests request
  set status = 'open'
  from otc_quotes quote
  where quote.request_id = request.id and quote.trader_id = person and quote.status in ('asked', 'agreed');
  delete from otc_quotes where trader_id = person and status in ('asked', 'agreed');
  update otc_quotes set terms = '', details = '' where trader_id = person and terms is not null
$$;
revoke all on function erase_user_from_otc(bigint) from public;
