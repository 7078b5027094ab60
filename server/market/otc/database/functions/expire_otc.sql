-- Ends some of the quotes that were not answered or accepted in time, and of the requests that waited for days; one row for each. What
-- another call has locked waits for the next time.
create or replace function expire_otc(most integer, at timestamp with time zone) returns TABLE(what text, user_id bigint, trader_id bigint, units bigint, fiat text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  request otc_requests;
  quote   otc_quotes;
begin
  perform assert_now(expire_otc.at);
  for request in
    select one.*
    from otc_requests one
    left join otc_quotes known on known.request_id = one.id and known.status in ('asked', 'agreed')
    where one.status in ('open', 'asked', 'quoted')
      and (coalesce(known.expires_at, known.answer_by) <= expire_otc.at
        or (known.id is null
          and one.changed_at <= expire_otc.at - make_interval(days => (setting_value('otc.open_days') #>> '{}')::int)))
    order by one.id
    limit most
    for no key update of one skip locked
  loop
    select known.* into quote from otc_quotes known where known.request_id = request.id and known.status in ('asked', 'agreed');
    if quote.id is null then
      update otc_requests one set status = 'expired', changed_at = expire_otc.at where one.id = request.id;
      return query select 'request'::text, request.user_id, null::bigint, request.units, request.fiat;
    elsif coalesce(quote.expires_at, quote.answer_by) <= expire_otc.at then
      perform end_otc_quote(quote, 'expired', 'open', expire_otc.at);
      return query select quote.status, request.user_id, quote.trader_id, quote.units, request.fiat;
    end if;
  end loop;
end $$;
revoke all on function expire_otc(integer,timestamp with time zone) from public;
grant execute on function expire_otc(integer,timestamp with time zone) to parley_worker;
