-- With the request locked: ends a quote, and leaves the request in that status.
create or replace function end_otc_quote(quote otc_quotes, status text, request_status text, at timestamp with time zone) returns void
language sql set search_path = public, pg_temp as $$
  update otc_quotes known
  set status = end_otc_quote.status, ended_at = end_otc_quote.at
  where known.id = (end_otc_quote.quote).id;
  update otc_requests request
  set status = end_otc_quote.request_status, changed_at = end_otc_quote.at
  where request.id = (end_otc_quote.quote).request_id
$$;
revoke all on function end_otc_quote(otc_quotes,text,text,timestamp with time zone) from public;
