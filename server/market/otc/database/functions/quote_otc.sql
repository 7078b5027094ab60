-- Staff ask a trader whether they would trade on these terms with the user of a request. Locks the request. Outcomes: asked; unknown;
-- not_staff; own for staff who are one of the two; same where the two are one; state where it does not wait for a price.
create or replace function quote_otc(request_hash text, hash text, trader bigint, method integer, price numeric, units bigint, minutes integer, staff_id bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  request otc_requests;
  outcome text;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select one.* into request from otc_requests one where one.hash = request_hash for no key update;
  outcome := case
    when request.id is null then 'unknown'
    when may_judge(staff_id) is not true then 'not_staff'
    when staff_id in (request.user_id, trader) then 'own'
    when trader = request.user_id then 'same'
    when request.status <> 'open' then 'state'
    else 'asked'
  end;
  if outcome <> 'asked' then return outcome; end if;
  insert into otc_quotes (hash, request_id, trader_id, made_by, method_id, price, units, minutes, status, made_at, answer_by)
  values (hash, request.id, trader, staff_id, method, price, units, minutes, 'asked', at,
    at + make_interval(hours => (setting_value('otc.answer_hours') #>> '{}')::int));
  update otc_requests one set status = 'asked', changed_at = at where one.id = request.id;
  perform add_staff_act(staff_id, 'otc.quote', request_hash,
    (select one.username from users one where one.id = trader) || ': ' || price || ' ' || request.fiat, at);
  return outcome;
end $$;
revoke all on function quote_otc(text,text,bigint,integer,numeric,bigint,integer,bigint,timestamp with time zone) from public;
grant execute on function quote_otc(text,text,bigint,integer,numeric,bigint,integer,bigint,timestamp with time zone) to parley_web;
