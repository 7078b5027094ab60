-- Restrictions are set, kept and lifted by staff with their own proof over just that, spent here with the change, its line
-- in the chain of acts and the event that tells the person. Which role may do it to which state is a table. Nobody decides
-- again about what they have set themselves, so an appeal is always another person's. Owned by outward/staff.

alter table user_restrictions
  -- Null is the operator of the machine.
  add column set_by     bigint references users,
  -- For the staff alone. A letter may be two of those that the web counts.
  add column note       text   check (char_length(note) between 1 and 1000),
  add column lifted_by  bigint references users check (lifted_by <> set_by),
  -- As the person is told.
  add column lifted_why text   check (char_length(lifted_why) between 1 and 1000);

-- A state stands once. Of those that were set twice the first one stays.
update user_restrictions twice
set lifted_at = market_now()
where twice.lifted_at is null and exists (
  select
  from user_restrictions first
  where first.user_id = twice.user_id and first.state = twice.state and first.lifted_at is null and first.id < twice.id);
create unique index user_restrictions_once on user_restrictions (user_id, state) where lifted_at is null;
create index user_restrictions_to_review on user_restrictions (review_at) where lifted_at is null;

-- Which role sets, keeps and lifts which state; contract/restriction-names.ts says the same for screens.
create table restriction_rights (
  state text not null check (state in ('banned', 'suspended', 'on_hold', 'compliance_hold', 'frozen', 'restricted', 'compromised')),
  role  text not null check (role in ('admin', 'supermoderator', 'moderator')),
  primary key (state, role)
);
insert into restriction_rights (state, role)
select right_to.state, granted.role
from (values
  ('restricted', 1), ('suspended', 1),
  ('on_hold', 2), ('compliance_hold', 2), ('frozen', 2), ('compromised', 2),
  ('banned', 3)) as right_to (state, rank)
join (values ('moderator', 1), ('supermoderator', 2), ('admin', 3)) as granted (role, rank) on granted.rank >= right_to.rank;

-- What somebody writes against a restriction of theirs, once.
create table restriction_appeals (
  restriction_id bigint      primary key references user_restrictions,
  words          text        not null check (char_length(words) between 10 and 2000),
  written_at     timestamptz not null,
  outcome        text        check (outcome in ('lifted', 'kept')),
  -- Null is the operator.
  decided_by     bigint      references users,
  decided_at     timestamptz,
  answer         text        check (char_length(answer) between 1 and 1000),
  check ((outcome is null) = (decided_at is null) and (outcome is null) = (answer is null))
);
create index restriction_appeals_open on restriction_appeals (written_at) where outcome is null;

-- Of the staff, not restricted themselves, by a role that counts already and has the right. About themselves nobody; about
-- others of the staff administrators only: else a moderator would stop everybody who could stop them.
create function may_restrict(staff_id bigint, person bigint, state text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select staff_id <> person and may_judge(staff_id) and exists (
    select
    from user_roles granted
    join restriction_rights allowed on allowed.role = granted.role
    where granted.user_id = may_restrict.staff_id and allowed.state = may_restrict.state
      and coalesce(granted.decides_from, '-infinity') <= market_now()
      and (granted.role = 'admin' or not exists (select from user_roles theirs where theirs.user_id = may_restrict.person)))
$$;

-- What is proved for an act about a restriction; null where these staff may not, or there is nothing to act about. `id` is a
-- username for one that is set, and else the number of the case.
create function restriction_subject(kind text, staff_id bigint, id text, state text) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when kind = 'restrict' then (
      select 'staff_restrict:' || person.id || ':' || restriction_subject.state
      from users person
      where lower(person.username) = lower(restriction_subject.id)
        and may_restrict(restriction_subject.staff_id, person.id, restriction_subject.state))
    when kind in ('lift_restriction', 'keep_restriction', 'allow_last_send_out') then (
      select 'staff_' || kind || ':' || standing.case_number
      from user_restrictions standing
      where standing.case_number = restriction_subject.id and standing.lifted_at is null
        and (standing.state = 'banned' or kind <> 'allow_last_send_out')
        and standing.set_by is distinct from restriction_subject.staff_id
        and may_restrict(restriction_subject.staff_id, standing.user_id, standing.state))
  end
$$;

-- `why` is what the person is told by whoever kept or lifted it.
create function tell_of_restriction(type text, standing user_restrictions, why text, at timestamptz) returns void
language sql set search_path = public, pg_temp as $$
  insert into events (type, subject, payload, at)
  values (
    type, standing.user_id::text,
    jsonb_build_object('detail', standing.state || ', case ' || standing.case_number || case
      when type = 'account.restriction_lifted' then ''
      else ', to be reviewed by ' || to_char(standing.review_at at time zone 'UTC', 'YYYY-MM-DD') end
      || coalesce(E'\n\n' || why, '')),
    at)
$$;

-- Sets a state for a time, after which it is due for review. Outcomes: done; own; not_allowed; unchanged where it stands
-- already; unproved.
create function restrict_user(
  case_number text, user_id bigint, state text, reason_code text, note text, review_days int, staff_id bigint, at timestamptz,
  out outcome text
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  standing user_restrictions;
begin
  perform assert_now(at);
  if (case_number ~ '^[A-Za-z0-9]{10,32}$' and reason_code ~ '^[a-z_]{3,40}$' and char_length(note) between 1 and 1000
    and review_days between 1 and 365 and exists (select from users where users.id = user_id)
    and exists (select from restriction_rights allowed where allowed.state = restrict_user.state)) is not true then
    raise exception 'this is no restriction' using errcode = 'check_violation';
  end if;
  -- One at a time, with changes of roles: who may do it now may until this has committed.
  perform pg_advisory_xact_lock(7265004);
  outcome := case
    when staff_id = user_id then 'own'
    when may_restrict(staff_id, user_id, state) is not true then 'not_allowed'
    when exists (
      select
      from user_restrictions before
      where before.user_id = restrict_user.user_id and before.state = restrict_user.state and before.lifted_at is null
    ) then 'unchanged'
    when not exists (select from spend_proofs(array['staff_restrict:' || user_id || ':' || state], array[staff_id])) then 'unproved'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since, set_by, note)
  values (user_id, state, reason_code, case_number, at + make_interval(days => review_days), at, staff_id, note)
  returning * into standing;
  perform add_staff_act(
    staff_id, 'restriction.set', staff_change_about(user_id, state), case_number || ': ' || reason_code || ': ' || note, at);
  perform tell_of_restriction('account.restricted', standing, null, at);
end $$;

-- Why these staff may not decide about what stands; null where they may. The row is locked by the caller.
create function kept_from_deciding(standing user_restrictions, staff_id bigint, subject text) returns text
language plpgsql set search_path = public, pg_temp as $$
begin
  return case
    when standing.id is null then 'unknown'
    when standing.lifted_at is not null then 'over'
    when standing.user_id = staff_id then 'own'
    when standing.set_by = staff_id then 'second_person'
    when may_restrict(staff_id, standing.user_id, standing.state) is not true then 'not_allowed'
    when not exists (select from spend_proofs(array[subject], array[staff_id])) then 'unproved'
  end;
end $$;

-- With the appeal that is open against it. Whoever calls it holds the chain of acts, and writes into it.
create function end_restriction(standing user_restrictions, why text, staff_id bigint, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update user_restrictions
  set lifted_at = end_restriction.at, lifted_by = end_restriction.staff_id, lifted_why = why
  where id = standing.id;
  update restriction_appeals appeal
  set outcome = 'lifted', decided_by = end_restriction.staff_id, decided_at = end_restriction.at, answer = why
  where appeal.restriction_id = standing.id and appeal.outcome is null;
  perform tell_of_restriction('account.restriction_lifted', standing, why, end_restriction.at);
end $$;

-- Ends a restriction, and grants the appeal that is open against it. The person reads why. Outcomes: done; unknown; over
-- where it has ended; own; second_person who set it; not_allowed; unproved.
create function lift_restriction(case_number text, why text, staff_id bigint, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select one.* into standing
  from user_restrictions one
  where one.case_number = lift_restriction.case_number
  for update;
  outcome := coalesce(
    kept_from_deciding(standing, lift_restriction.staff_id, 'staff_lift_restriction:' || lift_restriction.case_number), 'done');
  if outcome <> 'done' then
    return;
  end if;
  perform end_restriction(standing, why, lift_restriction.staff_id, lift_restriction.at);
  perform add_staff_act(
    lift_restriction.staff_id, 'restriction.lift', staff_change_about(standing.user_id, standing.state),
    standing.case_number || ': ' || why, lift_restriction.at);
end $$;

-- The operator's, as the owner of the tables: `reason` says who typed it. False where it does not stand.
create function lift_restriction_by_operator(case_number text, why text, reason text, at timestamptz) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
begin
  perform pg_advisory_xact_lock(7265004);
  select one.* into standing
  from user_restrictions one
  where one.case_number = lift_restriction_by_operator.case_number and one.lifted_at is null
  for update;
  if standing.id is null then
    return false;
  end if;
  perform end_restriction(standing, why, null, lift_restriction_by_operator.at);
  perform add_staff_act(
    null, 'restriction.lift', staff_change_about(standing.user_id, standing.state),
    standing.case_number || ': ' || reason, lift_restriction_by_operator.at);
  return true;
end $$;

-- Lets a restriction stand for some days more, and rejects the appeal that is open against it. Outcomes as of lifting.
create function keep_restriction(
  case_number text, why text, review_days int, staff_id bigint, at timestamptz, out outcome text
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
begin
  perform assert_now(at);
  if (review_days between 1 and 365) is not true then
    raise exception 'this is no time for a review' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select one.* into standing
  from user_restrictions one
  where one.case_number = keep_restriction.case_number
  for update;
  outcome := coalesce(
    kept_from_deciding(standing, keep_restriction.staff_id, 'staff_keep_restriction:' || keep_restriction.case_number), 'done');
  if outcome <> 'done' then
    return;
  end if;
  update user_restrictions
  set review_at = keep_restriction.at + make_interval(days => review_days)
  where id = standing.id
  returning * into standing;
  update restriction_appeals appeal
  set outcome = 'kept', decided_by = keep_restriction.staff_id, decided_at = keep_restriction.at, answer = why
  where appeal.restriction_id = standing.id and appeal.outcome is null;
  perform add_staff_act(
    keep_restriction.staff_id, 'restriction.keep', staff_change_about(standing.user_id, standing.state),
    standing.case_number || ': ' || why, keep_restriction.at);
  perform tell_of_restriction('account.restriction_kept', standing, why, keep_restriction.at);
end $$;

-- Whom it is about writes against it, once. Outcomes: done; unknown where it is not theirs; over; appealed before.
create function appeal_restriction(case_number text, user_id bigint, words text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
begin
  perform assert_now(at);
  select one.* into standing
  from user_restrictions one
  where one.case_number = appeal_restriction.case_number and one.user_id = appeal_restriction.user_id
  for update;
  outcome := case
    when standing.id is null then 'unknown'
    when standing.lifted_at is not null then 'over'
    when exists (select from restriction_appeals appeal where appeal.restriction_id = standing.id) then 'appealed'
    else 'done'
  end;
  if outcome = 'done' then
    insert into restriction_appeals (restriction_id, words, written_at)
    values (standing.id, appeal_restriction.words, appeal_restriction.at);
  end if;
end $$;

-- Staff look a person up: who, whom and why goes into the chain before anything is shown. Outcomes: noted; not_judge; budget
-- where they have looked up as many as one may in a day.
create function note_look_up(staff_id bigint, user_id bigint, reason text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if (char_length(reason) between 1 and 300
    and exists (select from users person where person.id = note_look_up.user_id)) is not true then
    raise exception 'nobody is looked up so' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  outcome := case
    when may_judge(note_look_up.staff_id) is not true then 'not_judge'
    when (
      select count(*)
      from staff_acts looked
      where looked.staff_id = note_look_up.staff_id and looked.act = 'person.look'
        and looked.at > note_look_up.at - interval '1 day'
    ) >= coalesce((select (value #>> '{}')::int from settings where name = 'staff.look_ups_a_day'), 100) then 'budget'
    else 'noted'
  end;
  if outcome = 'noted' then
    perform add_staff_act(
      note_look_up.staff_id, 'person.look', (select username from users where id = note_look_up.user_id), reason,
      note_look_up.at);
  end if;
end $$;
create index staff_acts_looks on staff_acts (staff_id, at) where act = 'person.look';

revoke all on function
  may_restrict, restriction_subject, tell_of_restriction, kept_from_deciding, end_restriction,
  lift_restriction_by_operator, restrict_user, lift_restriction,
  keep_restriction, appeal_restriction, note_look_up from public;
grant execute on function restrict_user, lift_restriction, keep_restriction, appeal_restriction, note_look_up to parley_web;
-- The signer looks by itself: it calls nothing that acts with its owner's rights.
grant execute on function restriction_subject, may_restrict, may_judge to parley_signer;
grant select on restriction_rights to parley_signer;
grant select (user_id, state, case_number, lifted_at, set_by) on user_restrictions to parley_signer;
grant select on restriction_rights, restriction_appeals to parley_web;
