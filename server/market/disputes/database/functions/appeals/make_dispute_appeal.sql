-- The side that lost appeals: appealed; not_lost; expired; exists; no_file. Locks the trade, then the case.
create or replace function make_dispute_appeal(hash text, appellant_id bigint, case_number text, body text, files text[], at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade trades;
  found disputes;
  role  text;
  own   bigint[];
begin
  perform assert_now(at);
  perform assert_may_act_for(array[appellant_id]);
  select one.* into trade from trades one where one.hash = make_dispute_appeal.hash for update;
  role := case appellant_id when trade.buyer_id then 'buyer' when trade.seller_id then 'seller' end;
  if role is null then
    raise exception 'who appeals about the trade % is no side of it', hash using errcode = 'insufficient_privilege';
  end if;
  select one.* into found
  from disputes one
  where one.trade_hash = trade.hash and one.round = trade.round
  for update;
  if found.outcome is null or found.outcome not in ('buyer', 'seller') or (found.outcome = role and trade.buyer_share_units is null) then return 'not_lost'; end if;
  if exists (select from dispute_appeals known where known.dispute_id = found.id and known.appellant_id = make_dispute_appeal.appellant_id) then return 'exists'; end if;
  if at >= found.decided_at + make_interval(hours => (setting_value('disputes.appeal_hours') #>> '{}')::int) then
    return 'expired';
  end if;
  own := array(
    select upload.id
    from uploads upload
    where upload.hash = any (files) and upload.owner_id = make_dispute_appeal.appellant_id and upload.sha256 is not null);
  if cardinality(files) = 0 or cardinality(own) <> cardinality(files) then return 'no_file'; end if;
  insert into dispute_appeals (dispute_id, case_number, appellant_id, role, body, upload_ids, made_at, due_at)
  values (found.id, make_dispute_appeal.case_number, make_dispute_appeal.appellant_id, role, make_dispute_appeal.body, own, at,
    at + make_interval(hours => (setting_value('disputes.appeal_decision_hours') #>> '{}')::int));
  return 'appealed';
end $$;
revoke all on function make_dispute_appeal(text,bigint,text,text,text[],timestamp with time zone) from public;
grant execute on function make_dispute_appeal(text,bigint,text,text,text[],timestamp with time zone) to parley_web;
