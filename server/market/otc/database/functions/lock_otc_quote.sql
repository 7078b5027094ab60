-- The quote of that hash, with its request locked first; all null where there is none.
create or replace function lock_otc_quote(quote_hash text) returns otc_quotes
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote otc_quotes;
begin
  perform from otc_requests request
  where request.id = (select known.request_id from otc_quotes known where known.hash = quote_hash)
  for no key update;
  select known.* into quote from otc_quotes known where known.hash = quote_hash for no key update;
  return quote;
end $$;
revoke all on function lock_otc_quote(text) from public;
