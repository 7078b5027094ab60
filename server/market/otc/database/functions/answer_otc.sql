-- The trader agrees to a quote, with the words of the offer, or refuses it. Outcomes: agreed; refused; unknown also for another's; state
-- where it waits for no answer; late.
create or replace function answer_otc(quote_hash text, trader bigint, agrees boolean, terms text, details text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote otc_quotes := lock_otc_quote(quote_hash);
begin
  perform assert_now(at);
  if quote.id is null or quote.trader_id <> trader then return 'unknown'; end if;
  if quote.status <> 'asked' then return 'state'; end if;
  if quote.answer_by <= at then return 'late'; end if;
  if not agrees then
    perform end_otc_quote(quote, 'refused', 'open', at);
    return 'refused';
  end if;
  update otc_quotes known
  set status = 'agreed', terms = terms, details = details, expires_at = at + make_interval(mins => quote.minutes)
  where known.id = quote.id;
  update otc_requests request set status = 'quoted', changed_at = at where request.id = quote.request_id;
  return 'agreed';
end $$;
revoke all on function answer_otc(text,bigint,boolean,text,text,timestamp with time zone) from public;
grant execute on function answer_otc(text,bigint,boolean,text,text,timestamp with time zone) to parley_web;
