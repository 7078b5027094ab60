-- Ends a request that waits, with its quote: its user cancels it, or staff close it and say why. Outcomes: done; unknown; not_staff; own;
-- state where it has ended.
create or replace function withdraw_otc(request_hash text, person bigint, why text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  request otc_requests;
  quote   otc_quotes;
begin
  perform assert_now(at);
  if why is not null then perform pg_advisory_xact_lock(7265004); end if;
  select one.* into request from otc_requests one where one.hash = request_hash for no key update;
  if request.id is null or (why is null and request.user_id <> person) then return 'unknown'; end if;
  if why is not null and may_judge(person) is not true then return 'not_staff'; end if;
  if why is not null and request.user_id = person then return 'own'; end if;
  if request.status not in ('open', 'asked', 'quoted') then return 'state'; end if;
  select known.* into quote
  from otc_quotes known
  where known.request_id = request.id and known.status in ('asked', 'agreed')
  for no key update;
  if quote.id is not null then perform end_otc_quote(quote, 'withdrawn', request.status, at); end if;
  update otc_requests one
  set status = case when why is null then 'cancelled' else 'closed' end, changed_at = at, closed_why = why,
    closed_by = case when why is not null then person end
  where one.id = request.id;
  if why is not null then perform add_staff_act(person, 'otc.close', request_hash, why, at); end if;
  return 'done';
end $$;
revoke all on function withdraw_otc(text,bigint,text,timestamp with time zone) from public;
grant execute on function withdraw_otc(text,bigint,text,timestamp with time zone) to parley_web;
