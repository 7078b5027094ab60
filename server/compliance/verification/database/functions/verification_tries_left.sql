-- Rejected ones count since the last that was approved or asked for.
create or replace function verification_tries_left(user_id bigint, kind text) returns integer
language sql stable set search_path = public, pg_temp as $$
  select greatest(0, coalesce((select (value #>> '{}')::int from settings where name = 'verification.tries'), 3) - count(*)::int)
  from verifications tried
  where tried.user_id = verification_tries_left.user_id and tried.kind = verification_tries_left.kind
    and tried.status = 'rejected'
    and tried.decided_at > greatest(
      (select max(demand.asked_at) from verification_demands demand
       where demand.user_id = tried.user_id and demand.kind = tried.kind),
      (select max(passed.decided_at) from verifications passed
       where passed.user_id = tried.user_id and passed.kind = tried.kind and passed.status in ('approved', 'ended') and passed.decided_by is not null),
      '-infinity'::timestamptz)
$$;
revoke all on function verification_tries_left(bigint,text) from public;
grant execute on function verification_tries_left(bigint,text) to parley_web, parley_worker;
