-- The user accepts or declines a quote, once. Outcomes: accepted; declined; unknown also for another's request; state where it is not
-- offered; late.
create or replace function decide_otc(quote_hash text, person bigint, accepts boolean, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote otc_quotes := lock_otc_quote(quote_hash);
begin
  perform assert_now(at);
  if not exists (select from otc_requests request where request.id = quote.request_id and request.user_id = person) then
    return 'unknown';
  end if;
  if quote.status in ('asked', 'refused') then return 'unknown'; end if;
  if quote.status <> 'agreed' then return 'state'; end if;
  if quote.expires_at <= at then return 'late'; end if;
  if accepts then
    perform end_otc_quote(quote, 'accepted', 'accepted', at);
    return 'accepted';
  end if;
  perform end_otc_quote(quote, 'declined', 'open', at);
  return 'declined';
end $$;
revoke all on function decide_otc(text,bigint,boolean,timestamp with time zone) from public;
grant execute on function decide_otc(text,bigint,boolean,timestamp with time zone) to parley_web;
