-- Adds a finding to the open case that has one of these accounts, or opens one. A finding that connects cases makes one of them.
create or replace function add_partner_finding(rule text, people bigint[], trade_id bigint, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  touched bigint[];
  all_people bigint[];
  all_findings int;
begin
  perform pg_advisory_xact_lock(hashtextextended('partner_cases', 0));
  select array_agg(one.id order by one.id), coalesce(sum(one.findings), 0)::int
  into touched, all_findings
  from partner_cases one
  where one.status = 'open' and one.people && people;
  all_people := array(
    select distinct person from (
      select unnest(people) as person
      union all
      select unnest(one.people) from partner_cases one where one.id = any (touched)) as everybody
    order by person);
  if touched is null then
    insert into partner_cases (number, rule, people, findings, trade_id, opened_at, changed_at)
    select 'PARTNER-' || to_char(coalesce(max(one.id), 0) + 1, 'FM000000999999'), rule, all_people, 1, trade_id, at, at
    from partner_cases one;
  else
    update partner_cases one set status = 'merged', changed_at = at where one.id = any (touched[2:]);
    update partner_cases one
    set people = all_people, findings = all_findings + 1, trade_id = add_partner_finding.trade_id, changed_at = at
    where one.id = touched[1];
  end if;
end $$;
revoke all on function add_partner_finding(text,bigint[],bigint,timestamp with time zone) from public;
