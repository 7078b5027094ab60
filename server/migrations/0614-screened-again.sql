-- Names were compared with the list of sanctions when documents were reviewed, and never again: whoever was put on it later was not
-- noticed. Everybody who is verified is compared again with each list that is new; staff decide what is found.
-- Owned by outward/verification.

-- One for each list, by the digest of its bytes; up to which user it has been compared.
create table screening_runs (
  version  text        primary key,
  upto     bigint      not null default 0,
  began_at timestamptz not null,
  ended_at timestamptz
);

-- A person or company is asked about once for each name of the list, by the list's own number of it where it has one.
create table screening_hits (
  id          bigint      generated always as identity primary key,
  reference   text        not null unique,
  user_id     bigint      not null references users,
  listed_name text        not null check (char_length(listed_name) between 1 and 300),
  listed_id   text        not null default '' check (char_length(listed_id) <= 60),
  percent     int         not null check (percent between 1 and 100),
  found_at    timestamptz not null,
  -- somebody_else, or listed: only while a restriction stands that keeps the account from everything.
  verdict     text        check (verdict in ('somebody_else', 'listed')),
  decided_by  bigint      references users check (decided_by <> user_id),
  decided_at  timestamptz,
  unique (user_id, listed_name, listed_id),
  check ((verdict is null) = (decided_at is null) and (verdict is null) = (decided_by is null))
);
create index screening_hits_waiting on screening_hits (found_at, id) where verdict is null;
grant select on screening_runs, screening_hits to parley_web, parley_worker;
grant insert, delete, update (upto, ended_at) on screening_runs to parley_worker;
grant insert (reference, user_id, listed_name, listed_id, percent, found_at) on screening_hits to parley_worker;

-- What is proved for an approval, or for a hit that is about somebody else; null where these staff may not, have done it already, or
-- nothing waits.
create or replace function verification_subject(staff_id bigint, reference text) returns text
language sql stable set search_path = public, pg_temp as $$
  select 'staff_approve_verification:' || waiting.reference
  from verifications waiting
  where waiting.reference = verification_subject.reference and waiting.status = 'pending'
    and waiting.user_id <> verification_subject.staff_id and may_judge(verification_subject.staff_id)
    and not exists (
      select from verification_approvals given
      where given.verification_id = waiting.id and given.staff_id = verification_subject.staff_id)
  union all
  select 'staff_approve_verification:' || found.reference
  from screening_hits found
  where found.reference = verification_subject.reference and found.verdict is null
    and found.user_id <> verification_subject.staff_id and may_judge(verification_subject.staff_id)
$$;
grant select (reference, user_id, verdict) on screening_hits to parley_signer;

-- Whether these staff have opened documents of that person in the last half hour.
create function has_looked_at(staff_id bigint, user_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from verification_looks looked
    join verifications shown on shown.id = looked.verification_id
    where shown.user_id = has_looked_at.user_id and looks_at_verification(shown.id, has_looked_at.staff_id))
$$;

-- Whether a restriction stands under which nothing leaves the account and nothing is traded.
create function is_stopped(user_id bigint) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from user_restrictions standing
    where standing.user_id = is_stopped.user_id and standing.lifted_at is null
      and standing.state in ('compliance_hold', 'frozen', 'banned'))
$$;

-- Decides a hit, by a proof of just that, as an approval; that it is them takes besides a restriction which stands. Outcomes: done; unknown; over; own; not_judge; unlooked who has not opened that person's documents lately;
-- unrestricted; unproved.
create function decide_screening(
  reference text, staff_id bigint, verdict text, reason text, at timestamptz, out outcome text
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  hit screening_hits;
begin
  perform assert_now(at);
  if (verdict in ('somebody_else', 'listed') and char_length(reason) between 3 and 300) is not true then
    raise exception 'nothing is decided so' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select found.* into hit from screening_hits found where found.reference = decide_screening.reference for update;
  outcome := case
    when may_judge(staff_id) is not true then 'not_judge'
    when hit.id is null then 'unknown'
    when hit.verdict is not null then 'over'
    when hit.user_id = staff_id then 'own'
    when not has_looked_at(staff_id, hit.user_id) then 'unlooked'
    when verdict = 'listed' and not is_stopped(hit.user_id) then 'unrestricted'
    when not exists (
      select from spend_proofs(array['staff_approve_verification:' || hit.reference], array[staff_id])) then 'unproved'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  update screening_hits found
  set verdict = decide_screening.verdict, decided_by = staff_id, decided_at = at
  where found.id = hit.id;
  perform add_staff_act(
    staff_id, 'screening.' || verdict, staff_change_about(hit.user_id, hit.listed_name), hit.reference || ': ' || reason, at);
end $$;

-- When the last such restriction of somebody on the list is lifted, they are asked about again: what was decided stays among the acts.
create function ask_again_of_listed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_stopped(new.user_id) then
    update screening_hits found
    set verdict = null, decided_by = null, decided_at = null
    where found.user_id = new.user_id and found.verdict = 'listed';
  end if;
  return null;
end $$;
create trigger listed_are_asked_again after update of lifted_at on user_restrictions
  for each row when (new.lifted_at is not null) execute function ask_again_of_listed();

-- With what else was kept of documents, so many years after the account closed.
create function erase_screening() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from screening_hits found
  where found.user_id in (select user_id from gone)
    and not exists (select from verifications kept where kept.user_id = found.user_id);
  return null;
end $$;
create trigger screening_erased after delete on verifications
  referencing old table as gone for each statement execute function erase_screening();

revoke all on function has_looked_at, is_stopped, ask_again_of_listed, decide_screening, erase_screening from public;
grant execute on function decide_screening to parley_web;
