-- Settings and feature flags are changed as roles and halts are (0170): by administrators with their own proof over just
-- that, a reason, a line in the chain of acts. A setting that is about money, safety or who may trade takes a second one.
-- Owned by outward/staff.

-- Before the first equals sign stands the name, behind it the value.
create function detail_name(detail text) returns text language sql immutable as $$ select split_part(detail, '=', 1) $$;
create function detail_value(detail text) returns text language sql immutable as $$
  select substr(detail, strpos(detail, '=') + 1)
$$;

create function setting_fits(detail text) returns boolean language sql stable set search_path = public, pg_temp as $$
  select case when pg_input_is_valid(detail_value(detail), 'jsonb') then exists (
    select
    from setting_rules rule
    where rule.name = detail_name(detail) and value_fits(rule.shape, detail_value(detail)::jsonb))
  else false end
$$;

-- As it counts: what is stored, or the default.
create function setting_value(name text) returns jsonb language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    (select stored.value from settings stored where stored.name = setting_value.name and stored.value <> 'null'),
    (select rule.initial from setting_rules rule where rule.name = setting_value.name))
$$;

-- What is said of one person: on, off or default.
create function user_flag(name text, user_id bigint) returns text language sql stable set search_path = public, pg_temp as $$
  select coalesce((
    select case when theirs.is_on then 'on' else 'off' end
    from feature_flag_users theirs
    where theirs.name = user_flag.name and theirs.user_id = user_flag.user_id), 'default')
$$;

-- As before; of a setting and a flag what is proved names what stands as well, so that a proposal ends when that changes.
create or replace function staff_change_subject(kind text, user_id bigint, detail text) returns text
language sql stable set search_path = public, pg_temp as $$
  select case kind
    when 'lift_halt' then (
      select 'staff_lift_halt:' || halt.name || ':' || (extract(epoch from halt.since) * 1000)::bigint
      from halts halt
      where halt.name = detail)
    when 'set_halt' then 'staff_set_halt:' || detail
    when 'set_setting' then case
      when setting_fits(detail) and setting_value(detail_name(detail)) <> detail_value(detail)::jsonb then
        'staff_set_setting:' || detail_name(detail) || ':' || encode(sha256(convert_to(
          setting_value(detail_name(detail))::text || ' ' || detail_value(detail)::jsonb::text, 'utf8')), 'hex')
      end
    when 'set_flag' then (
      select 'staff_set_flag:' || flag.name || ':' || flag.percent || ':' || detail_value(detail)
      from feature_flags flag
      where flag.name = detail_name(detail) and flag.percent::text <> detail_value(detail))
    when 'set_user_flag' then (
      select 'staff_set_user_flag:' || user_id || ':' || detail
      from feature_flags flag
      where flag.name = detail_name(detail) and user_flag(flag.name, staff_change_subject.user_id) <> detail_value(detail))
    else 'staff_' || kind || ':' || user_id || ':' || detail
  end
$$;

create or replace function takes_second_person(kind text, user_id bigint, detail text) returns boolean
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
    when 'set_setting' then exists (
      select from setting_rules rule where rule.name = detail_name(detail) and rule.takes_two)
    else false
  end
$$;

create or replace function staff_change_act(kind text) returns text language sql immutable as $$
  select case kind
    when 'grant_role' then 'role.grant'
    when 'revoke_role' then 'role.revoke'
    when 'set_level' then 'level.set'
    when 'lift_halt' then 'halt.lift'
    when 'set_halt' then 'halt.set'
    when 'set_setting' then 'setting.set'
    when 'set_flag' then 'flag.set'
    when 'set_user_flag' then 'flag.set_for'
  end
$$;

-- Settings and flags keep who changed them; anything else is as before. False when it is so already.
create function make_staff_change(
  kind text, user_id bigint, detail text, reason text, proposed_by bigint, confirmed_by bigint, at timestamptz
) returns boolean language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  name  text := detail_name(detail);
  value text := detail_value(detail);
begin
  if kind = 'set_setting' then
    insert into settings as stored (name, value, changed_by, changed_at)
    values (name, value::jsonb, proposed_by, at)
    on conflict on constraint settings_pkey do update
    set value = excluded.value, changed_by = excluded.changed_by, changed_at = excluded.changed_at;
    insert into setting_changes (name, value, reason, changed_by, confirmed_by, changed_at)
    values (name, value::jsonb, reason, proposed_by, confirmed_by, at);
    insert into events (type, subject, payload, at)
    values ('setting.changed', name, jsonb_build_object('value', value::jsonb), at);
    return true;
  elsif kind not in ('set_flag', 'set_user_flag') then
    return apply_staff_change(kind, user_id, detail, reason, at);
  elsif kind = 'set_flag' then
    update feature_flags flag
    set percent = value::int, changed_by = proposed_by, changed_at = at
    where flag.name = detail_name(detail);
  elsif value = 'default' then
    delete from feature_flag_users theirs
    where theirs.name = detail_name(detail) and theirs.user_id = make_staff_change.user_id;
  else
    insert into feature_flag_users as theirs (name, user_id, is_on)
    values (name, user_id, value = 'on')
    on conflict on constraint feature_flag_users_pkey do update
    set is_on = excluded.is_on;
  end if;
  insert into feature_flag_changes (name, user_id, value, reason, changed_by, changed_at)
  values (name, user_id, value, reason, proposed_by, at);
  return true;
end $$;

-- As before, and settings and flags.
create or replace function change_by_staff(
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
    when kind = 'set_setting' then user_id is null and setting_fits(detail)
    when kind = 'set_flag' then user_id is null and detail ~ '^[A-Za-z]{3,60}=(100|[0-9]{1,2})$'
    when kind = 'set_user_flag' then
      detail ~ '^[A-Za-z]{3,60}=(on|off|default)$' and exists (select from users where users.id = user_id)
  end and char_length(reason) between 3 and 300) is not true then
    raise exception 'staff do not change %', kind using errcode = 'check_violation';
  end if;
  proved := staff_change_subject(kind, user_id, detail);
  outcome := case
    when not is_admin(staff_id) then 'not_admin'
    when user_id = staff_id and kind not in ('revoke_role', 'set_user_flag') then 'own'
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
    perform make_staff_change(kind, user_id, detail, reason, staff_id, null, at);
    perform add_staff_act(staff_id, staff_change_act(kind), staff_change_about(user_id, detail), reason, at);
    outcome := 'done';
  end if;
  return next;
end $$;

create or replace function confirm_staff_change(hash text, staff_id bigint, at timestamptz)
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
    when not make_staff_change(
      change.kind, change.user_id, change.detail, change.reason, change.proposed_by, staff_id, at) then 'over'
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

-- The sum is a setting.
create or replace function has_second(subject text, actor_id bigint, usd_cents bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select subject not like 'staff_award:%' or (may_judge(has_second.actor_id) and (
    usd_cents <= 100 * (setting_value('disputes.second_person_usd') #>> '{}')::bigint or exists (
    select
    from trades trade
    join disputes open on open.trade_hash = trade.hash and open.round = trade.round and open.outcome is null
    where trade.id = split_part(subject, ':', 2)::bigint
      and open.proposed_by <> has_second.actor_id
      and may_judge(open.proposed_by)
      and award_subject(trade.id, open.round, open.proposed_winner, open.proposed_share_units) = has_second.subject
  )))
$$;

alter table staff_changes drop constraint staff_changes_kind_check;
alter table staff_changes add constraint staff_changes_kind_check
  check (kind in ('grant_role', 'set_level', 'lift_halt', 'set_setting'));

revoke all on function make_staff_change, setting_fits, setting_value, user_flag, value_fits, detail_name, detail_value
from public;
grant execute on function setting_fits, setting_value, user_flag, value_fits, detail_name, detail_value to parley_signer;
