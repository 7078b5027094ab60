-- The papers of a company have an end as other documents do. Two reviewers read it apart: it counts until the earlier day.
-- Owned by outward/verification.

alter table verification_approvals add column expires_on date;

do $$
declare
  made   text;
  change text[];
  target constant text := 'decide_verification(text, bigint, text[], date, timestamptz)';
begin
  foreach change slice 1 in array array[
    ['(verification_id, staff_id, at)
    values (shown.id, staff_id, at)', '(verification_id, staff_id, at, expires_on)
    values (shown.id, staff_id, at, expires_on)'],
    ['apply_verification(shown, staff_id, reasons, expires_on, at)',
     'apply_verification(shown, staff_id, reasons, least(expires_on, (
      select min(given.expires_on) from verification_approvals given
      where given.verification_id = shown.id and may_judge(given.staff_id))), at)']]
  loop
    made := pg_get_functiondef(target::regprocedure);
    if strpos(made, change[1]) = 0 then raise exception '% does not say: %', target, change[1]; end if;
    execute replace(made, change[1], change[2]);
  end loop;
end $$;
