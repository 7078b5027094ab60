-- A worker notifies the asker, whichever account the case names.
create or replace function tell_recovery_case(reference text, at timestamp with time zone) returns void
language sql set search_path = public, pg_temp as $$
  insert into events (type, subject, payload, at) values ('recovery.changed', reference, '{}', at)
$$;
revoke all on function tell_recovery_case(text,timestamp with time zone) from public;
