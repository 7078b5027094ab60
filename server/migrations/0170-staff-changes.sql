-- Roles, levels and halts are changed by administrators with their own proof over just that, spent here with the change.
-- What gives somebody more takes a second administrator, who proves the same; what takes away takes one. The chain of
-- staff acts is written by a function, so that no process breaks it or says that the operator acted.
-- Owned by outward/staff.

create table staff_changes (
  id           bigint      generated always as identity primary key,
  hash         text        not null unique,
  kind         text        not null check (kind in ('grant_role', 'set_level', 'lift_halt')),
  -- Whose role or level; null for halts.
  user_id      bigint      references users,
  -- The role, the level or the halt.
  detail       text        not null,
  -- What both prove.
  subject      text        not null,
  reason       text        not null check (char_length(reason) between 3 and 300),
  proposed_by  bigint      not null references users,
  proposed_at  timestamptz not null,
  expires_at   timestamptz not null,
  confirmed_by bigint      references users check (confirmed_by <> proposed_by),
  confirmed_at timestamptz,
  check ((confirmed_by is null) = (confirmed_at is null))
);
create index staff_changes_waiting on staff_changes (expires_at) where confirmed_at is null;

-- A halt that stands for a broken invariant: to lift it is to say that the figures are right.
alter table halts add column takes_two boolean not null default false;
update halts
set takes_two = true
where reason ~ '^I[0-9]+: ';

-- Whom staff, and not the operator, gave a role decides by it from the next day on; null is at once.
alter table user_roles add column decides_from timestamptz;

-- As the digest of server/market/disputes/staff-acts.ts, over the text that JSON.stringify gives.
create function staff_act_digest(staff_id bigint, act text, subject text, reason text, at timestamptz, previous bytea)
returns bytea language sql immutable set search_path = public, pg_temp as $$
  select sha256(previous || convert_to(
    '[' || to_json(coalesce(staff_id::text, 'null')) || ',' || to_json(act) || ',' || to_json(subject) || ','
    || to_json(reason) || ',' || (extract(epoch from at) * 1000)::bigint || ']', 'utf8'))
$$;

-- Adds to the chain; one transaction at a time, until it ends.
create function add_staff_act(staff_id bigint, act text, subject text, reason text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  last bytea;
begin
  perform pg_advisory_xact_lock(7265004);
  last := coalesce(
    (select newest.digest from staff_acts newest order by newest.id desc limit 1), decode(repeat('00', 32), 'hex'));
  insert into staff_acts (staff_id, act, subject, reason, at, previous, digest)
  values (staff_id, act, subject, reason, at, last, staff_act_digest(staff_id, act, subject, reason, at, last));
end $$;

-- What staff do with cases, where the process that serves them says it. Grants and halts are not among these.
create function note_staff_act(staff_id bigint, act text, subject text, reason text, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if (note_staff_act.act ~ '^dispute\.[a-z]+$'
      and exists (select from user_roles granted where granted.user_id = note_staff_act.staff_id)) is not true then
    raise exception 'this is no act of theirs' using errcode = 'insufficient_privilege';
  end if;
  perform add_staff_act(note_staff_act.staff_id, note_staff_act.act, note_staff_act.subject, note_staff_act.reason, note_staff_act.at);
end $$;

create function is_admin(person bigint) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from user_roles granted where granted.user_id = person and granted.role = 'admin')
$$;

-- What is proved for a change; that of a halt is over the halt as it stands. Null where there is nothing to change.
create function staff_change_subject(kind text, user_id bigint, detail text) returns text
language sql stable set search_path = public, pg_temp as $$
  select case kind
    when 'lift_halt' then (
      select 'staff_lift_halt:' || halt.name || ':' || (extract(epoch from halt.since) * 1000)::bigint
      from halts halt
      where halt.name = detail)
    when 'set_halt' then 'staff_set_halt:' || detail
    else 'staff_' || kind || ':' || user_id || ':' || detail
  end
$$;

-- A role, a higher level, and a halt over a broken invariant.
create function takes_second_person(kind text, user_id bigint, detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case kind
    when 'grant_role' then true
    when 'set_level' then exists (
      select from users person where person.id = takes_second_person.user_id and person.level < detail::numeric)
    when 'lift_halt' then exists (
      select
      from halts halt
      where halt.name = detail
        and (halt.takes_two or halt.name = 'ledger' or exists (select from invariant_checks where broken > 0)))
    else false
  end
$$;

-- False when it is so already.
create function apply_staff_change(kind text, user_id bigint, detail text, reason text, at timestamptz) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  case kind
    when 'grant_role' then
      insert into user_roles (user_id, role, granted_at, decides_from)
      values (user_id, detail, at, at + interval '1 day')
      on conflict do nothing;
    when 'revoke_role' then
      delete from user_roles granted
      where granted.user_id = apply_staff_change.user_id and granted.role = detail;
    when 'set_level' then
      update users
      set granted_level = detail::numeric
      where users.id = user_id and users.level <> detail::numeric;
    when 'lift_halt' then
      delete from halts halt
      where halt.name = detail;
    when 'set_halt' then
      insert into halts (name, reason, since)
      values (detail, reason, at)
      on conflict do nothing;
  end case;
  return found;
end $$;

-- How the chain of acts names it.
create function staff_change_act(kind text) returns text language sql immutable as $$
  select case kind
    when 'grant_role' then 'role.grant'
    when 'revoke_role' then 'role.revoke'
    when 'set_level' then 'level.set'
    when 'lift_halt' then 'halt.lift'
    when 'set_halt' then 'halt.set'
  end
$$;
create function staff_change_about(user_id bigint, detail text) returns text
language sql stable set search_path = public, pg_temp as $$
  select coalesce((select person.username || ': ' from users person where person.id = user_id), '') || detail
$$;

-- An administrator changes something, or proposes it where that takes a second one. Outcomes: done; proposed, under this
-- hash, for a day; unproved; not_admin; own; unchanged; waiting where the same is proposed; last_admin.
create function change_by_staff(
  hash text, kind text, user_id bigint, detail text, reason text, staff_id bigint, at timestamptz
) returns table (outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  proved text;
begin
  perform assert_now(at);
  -- Of changes too there is one at a time.
  perform pg_advisory_xact_lock(7265004);
  if (case
    when kind in ('grant_role', 'revoke_role') then
      detail in ('moderator', 'supermoderator', 'admin') and exists (select from users where users.id = user_id)
    when kind = 'set_level' then detail in ('1', '2', '3', '4') and exists (select from users where users.id = user_id)
    when kind in ('lift_halt', 'set_halt') then user_id is null
  end and char_length(reason) between 3 and 300) is not true then
    raise exception 'staff do not change %', kind using errcode = 'check_violation';
  end if;
  proved := staff_change_subject(kind, user_id, detail);
  outcome := case
    when not is_admin(staff_id) then 'not_admin'
    when user_id = staff_id and kind <> 'revoke_role' then 'own'
    when proved is null
      or (kind = 'set_halt' and exists (select from halts halt where halt.name = detail))
      or (kind = 'set_level' and exists (select from users where users.id = user_id and users.level = detail::numeric))
      or (kind in ('grant_role', 'revoke_role') and (kind = 'grant_role') = exists (
        select from user_roles granted where granted.user_id = change_by_staff.user_id and granted.role = detail))
      then 'unchanged'
    when kind = 'revoke_role' and detail = 'admin' and (select count(*) from user_roles granted where granted.role = 'admin') = 1
      then 'last_admin'
    when exists (
      select
      from staff_changes change
      where change.subject = proved and change.confirmed_at is null and change.expires_at > at
    ) and takes_second_person(kind, user_id, detail) then 'waiting'
    when not exists (select from spend_proofs(array[proved], array[staff_id])) then 'unproved'
  end;
  if outcome is not null then
    return next;
    return;
  end if;
  if takes_second_person(kind, user_id, detail) then
    insert into staff_changes (hash, kind, user_id, detail, subject, reason, proposed_by, proposed_at, expires_at)
    values (hash, kind, user_id, detail, proved, reason, staff_id, at, at + interval '1 day');
    perform add_staff_act(
      staff_id, staff_change_act(kind) || '.propose', staff_change_about(user_id, detail), reason, at);
    outcome := 'proposed';
  else
    perform apply_staff_change(kind, user_id, detail, reason, at);
    perform add_staff_act(staff_id, staff_change_act(kind), staff_change_about(user_id, detail), reason, at);
    outcome := 'done';
  end if;
  return next;
end $$;

-- A second administrator proves the same, and it is so. Outcomes: done; unproved; not_admin; own; second_person who
-- proposed it; over where it has ended, was confirmed, is so already, or is proposed by nobody any more.
create function confirm_staff_change(hash text, staff_id bigint, at timestamptz)
returns table (outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  change staff_changes;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  select proposal.* into change
  from staff_changes proposal
  where proposal.hash = confirm_staff_change.hash
  for update;
  outcome := case
    when not is_admin(staff_id) then 'not_admin'
    when (change.confirmed_at is null and change.expires_at > at and is_admin(change.proposed_by)
      and staff_change_subject(change.kind, change.user_id, change.detail) = change.subject
      and takes_second_person(change.kind, change.user_id, change.detail)) is not true then 'over'
    when change.proposed_by = staff_id then 'second_person'
    when change.user_id = staff_id then 'own'
    when not exists (select from spend_proofs(array[change.subject], array[staff_id])) then 'unproved'
    when not apply_staff_change(change.kind, change.user_id, change.detail, change.reason, at) then 'over'
    else 'done'
  end;
  if outcome = 'done' then
    update staff_changes
    set confirmed_by = staff_id, confirmed_at = at
    where staff_changes.id = change.id;
    perform add_staff_act(
      staff_id, staff_change_act(change.kind), staff_change_about(change.user_id, change.detail), change.reason, at);
  end if;
  return next;
end $$;

revoke all on function
  add_staff_act, note_staff_act, change_by_staff, confirm_staff_change, apply_staff_change, staff_change_subject,
  takes_second_person, is_admin, staff_change_about from public;
grant execute on function note_staff_act, change_by_staff, confirm_staff_change to parley_web;
grant select on staff_changes, invariant_checks to parley_web;
revoke insert on staff_acts from parley_web, parley_worker, parley_chain;

-- Of people the web writes what they say of themselves; what they may do, by level, is not among it.
revoke insert, update on users from parley_web, parley_worker, parley_chain;
grant insert (
  external_id, username, username_skeleton, email_sealed, email_index, email_confirmed_at, credential, first_name_sealed,
  last_name_sealed, birth_date_sealed, country_iso, locale, currency_code, timezone, bio, referral_code, referred_by,
  is_demo, last_seen_at, created_at) on users to parley_web;
grant update (
  username, username_skeleton, username_changed_at, email_sealed, email_index, email_confirmed_at, full_name_visibility,
  locale, currency_code, timezone, bio, notify_interval_min, is_balance_hidden, tours_completed, last_seen_at)
  on users to parley_web;
grant update (last_seen_at) on users to parley_worker;

-- Whom and what the signer looks at before it writes a proof of staff.
grant select (id, username) on users to parley_signer;
grant execute on function staff_change_subject to parley_signer;
