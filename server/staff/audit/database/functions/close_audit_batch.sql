-- Closes what was committed since the last batch; the lock waits for an act that is being written.
create or replace function close_audit_batch(at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  last   audit_batches;
  newest staff_acts;
  count  bigint;
  before bytea;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select batch.* into last from audit_batches batch order by batch.number desc limit 1;
  select act.* into newest from staff_acts act order by act.id desc limit 1;
  if newest.id is null or newest.id <= coalesce(last.last_act, 0) then
    return;
  end if;
  count := coalesce(last.acts, 0) + (select count(*) from staff_acts act where act.id > coalesce(last.last_act, 0));
  before := coalesce(last.digest, decode(repeat('00', 32), 'hex'));
  insert into audit_batches (number, last_act, acts, chain, previous, digest, at)
  values (
    coalesce(last.number, 0) + 1, newest.id, count, newest.digest, before,
    audit_digest(coalesce(last.number, 0) + 1, count, newest.id, newest.digest, before), at);
end $$;
revoke all on function close_audit_batch(timestamp with time zone) from public;
grant execute on function close_audit_batch(timestamp with time zone) to parley_worker;
