-- A process writes its own row under the login of its session, as the part that this login is for: no login can write another's. One process
-- with all logins writes as the web. Rows that nobody wrote for an hour go, and a login has at most a hundred.
create or replace function note_process(instance text, part text, host text, pid integer, release text, age_sec integer, figures jsonb, is_stopping boolean) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  now timestamptz := clock_timestamp();
begin
  if session_user is distinct from 'parley_' || (case part when 'all' then 'web' else part end) then
    raise exception 'the login % has no part %', session_user, part using errcode = 'check_violation';
  end if;
  if age_sec is null or age_sec not between 0 and 1000000000 then
    raise exception 'no process runs for % seconds', age_sec using errcode = 'check_violation';
  end if;
  delete from processes known where known.seen_at < now - interval '1 hour';
  if (
    select count(*) from processes known
    where known.login = session_user and known.instance is distinct from note_process.instance) >= 100 then
    raise exception 'a login has a hundred processes' using errcode = 'check_violation';
  end if;
  insert into processes as known (login, instance, part, host, pid, release, started_at, seen_at, stopped_at, figures)
  values (
    session_user, instance, part, host, pid, release, now - make_interval(secs => age_sec), now,
    case when is_stopping then now end, figures)
  on conflict on constraint processes_pkey do update
  set seen_at = excluded.seen_at, stopped_at = excluded.stopped_at, figures = excluded.figures;
end $$;
revoke all on function note_process(text,text,text,integer,text,integer,jsonb,boolean) from public;
grant execute on function note_process(text,text,text,integer,text,integer,jsonb,boolean) to parley_chain, parley_lightning, parley_market, parley_signer, parley_web, parley_worker;
