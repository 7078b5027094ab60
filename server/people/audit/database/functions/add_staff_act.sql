-- Adds to the chain; one transaction at a time, until it ends. Its time is kept in whole milliseconds, as its digest has it: what reads
-- it again knows no finer ones, and would find the chain broken.
create or replace function add_staff_act(staff_id bigint, act text, subject text, reason text, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  last bytea;
  salt bytea := new_salt();
  sealed_subject bytea := act_commitment(salt, 'subject', subject);
  sealed_reason  bytea := act_commitment(salt, 'reason', reason);
begin
  at := date_trunc('milliseconds', at);
  perform pg_advisory_xact_lock(7265004);
  last := coalesce(
    (select newest.digest from staff_acts newest order by newest.id desc limit 1), decode(repeat('00', 32), 'hex'));
  insert into staff_acts (
    staff_id, act, subject, reason, at, previous, digest, salt, subject_commitment, reason_commitment)
  values (
    staff_id, act, subject, reason, at, last,
    staff_act_link(staff_id, act, sealed_subject, sealed_reason, at, last), salt, sealed_subject, sealed_reason);
end $$;
revoke all on function add_staff_act(bigint,text,text,text,timestamp with time zone) from public;
