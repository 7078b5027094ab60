-- A trade enters and leaves these statuses only in agreement with its report, for every caller.
create or replace function chargeback_follows_its_report() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  report chargeback_reports;
begin
  select one.* into report from chargeback_reports one where one.trade_id = new.id;
  if (case old.status || ' ' || new.status
    when 'released chargeback_started' then report.trade_id is not null and report.outcome is null
    when 'chargeback_started released' then report.outcome = 'dismissed'
    when 'chargeback_started chargeback_paid' then report.made_good_at is not null
  end) is not true then
    raise exception 'trade % has no report by which it becomes %', new.id, new.status using errcode = 'check_violation';
  end if;
  return null;
end $$;
revoke all on function chargeback_follows_its_report() from public;
