-- The seller of a released trade reports a chargeback. Outcomes: reported; not_yours; exists; not_method; expired; no_file
-- where one is not theirs. Notifies the staff who may decide, at most fifty. Locks the trade.
create or replace function report_chargeback(hash text, seller_id bigint, case_number text, reason text, words_sealed bytea, files text[], at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade trades;
  until_at timestamptz;
  own   bigint[];
begin
  perform assert_now(at);
  perform assert_may_act_for(array[seller_id]);
  select one.* into trade from trades one where one.hash = report_chargeback.hash for update;
  if trade.seller_id is distinct from report_chargeback.seller_id then return 'not_yours'; end if;
  if exists (select from chargeback_reports known where known.trade_id = trade.id) then return 'exists'; end if;
  if trade.status <> 'released' then return 'not_yours'; end if;
  until_at := chargeback_until(trade);
  if until_at is null then return 'not_method'; end if;
  if at >= until_at then return 'expired'; end if;
  own := array(
    select upload.id
    from uploads upload
    where upload.hash = any (files) and upload.owner_id = report_chargeback.seller_id and upload.sha256 is not null);
  if cardinality(own) <> cardinality(files) then return 'no_file'; end if;
  insert into chargeback_reports (trade_id, case_number, seller_id, reason, words_sealed, upload_ids, reported_at, due_at)
  values (trade.id, report_chargeback.case_number, report_chargeback.seller_id, report_chargeback.reason,
    report_chargeback.words_sealed, own, at,
    at + make_interval(hours => (setting_value('chargebacks.decision_hours') #>> '{}')::int));
  insert into events (type, subject, payload, at)
  select 'staff.chargeback_reported', judge.user_id::text, jsonb_build_object('detail', report_chargeback.case_number), at
  from (
    select distinct granted.user_id
    from user_roles granted
    where not kept_from_chargeback(trade, granted.user_id)
    order by granted.user_id
    limit 50) as judge;
  return 'reported';
end $$;
revoke all on function report_chargeback(text,bigint,text,text,bytea,text[],timestamp with time zone) from public;
grant execute on function report_chargeback(text,bigint,text,text,bytea,text[],timestamp with time zone) to parley_web;
