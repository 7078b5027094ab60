-- Discounts on the fee were read and given by nobody: two administrators give one, for a method or all, for so many days, and one
-- takes it away. Owned by outward/staff; the rows by market/offers.

-- The method, 0 for all; what is paid in hundredths of a percent; for how many days.
create function perk_fits(detail text) returns boolean language sql stable set search_path = public, pg_temp as $$
  select perk_fits.detail ~ '^(0|[1-9][0-9]{0,5}):(0|[1-9][0-9]{0,3}):[1-9][0-9]{0,2}$'
    and split_part(perk_fits.detail, ':', 2)::int <= 2000 and split_part(perk_fits.detail, ':', 3)::int <= 365
    and (
      split_part(perk_fits.detail, ':', 1) = '0'
      or exists (select from method_fees method where method.method_id::text = split_part(perk_fits.detail, ':', 1)))
$$;

-- The same discount holds for as long already.
create function perk_stands(user_id bigint, detail text) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from offer_perks perk
    where perk.user_id = perk_stands.user_id and perk.method_id::text = split_part(perk_stands.detail, ':', 1)
      and perk.fee_bp::text = split_part(perk_stands.detail, ':', 2)
      and (perk.valid_until is null
        or perk.valid_until >= market_now() + make_interval(days => split_part(perk_stands.detail, ':', 3)::int)))
$$;

-- As before; nobody proves what is so already.
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
    when 'give_badge' then case when not exists (
      select from given_badges gift
      where gift.user_id = staff_change_subject.user_id and not gift.is_seeded and gift.badge = detail) then
      'staff_give_badge:' || user_id || ':' || detail end
    when 'take_badge' then (
      select 'staff_take_badge:' || user_id || ':' || detail
      from given_badges gift
      where gift.user_id = staff_change_subject.user_id and not gift.is_seeded and gift.badge = detail)
    when 'give_perk' then case when not perk_stands(user_id, detail) then 'staff_give_perk:' || user_id || ':' || detail end
    when 'take_perk' then (
      select 'staff_take_perk:' || user_id || ':' || detail
      from offer_perks perk
      where perk.user_id = staff_change_subject.user_id and perk.method_id::text = detail)
    when 'post_journal' then case when not manual_journal_is_posted(user_id, detail) then
      'staff_post_journal:' || user_id || ':' || detail end
    else 'staff_' || kind || ':' || user_id || ':' || detail
  end
$$;

-- As before, and a discount.
create or replace function takes_second_person(kind text, user_id bigint, detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case kind
    when 'grant_role' then true
    when 'post_journal' then true
    when 'give_badge' then true
    when 'give_perk' then true
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
    when 'post_journal' then 'journal.post'
    when 'give_badge' then 'badge.give'
    when 'take_badge' then 'badge.take'
    when 'give_perk' then 'perk.give'
    when 'take_perk' then 'perk.take'
  end
$$;

-- As before, and discounts.
create or replace function make_staff_change(
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
  elsif kind = 'give_badge' then
    if exists (
      select from account_closures gone where gone.user_id = make_staff_change.user_id and gone.closed_at is not null) then
      return false;
    end if;
    insert into given_badges as gift (user_id, badge, is_seeded, given_at)
    values (user_id, detail, false, at)
    on conflict on constraint given_badges_pkey do update
    set badge = excluded.badge, is_seeded = false, given_at = excluded.given_at;
    return true;
  elsif kind = 'take_badge' then
    delete from given_badges gift
    where gift.user_id = make_staff_change.user_id and gift.badge = detail and not gift.is_seeded;
    perform badge_is_due(make_staff_change.user_id);
    return true;
  elsif kind = 'give_perk' then
    insert into offer_perks as perk (user_id, method_id, fee_bp, valid_until)
    values (
      user_id, split_part(detail, ':', 1)::int, split_part(detail, ':', 2)::int,
      at + make_interval(days => split_part(detail, ':', 3)::int))
    on conflict on constraint offer_perks_pkey do update
    set fee_bp = excluded.fee_bp, valid_until = excluded.valid_until;
    return true;
  elsif kind = 'take_perk' then
    -- It ends now; who settles fees forgets it, and with it what offers say.
    update offer_perks perk
    set valid_until = at
    where perk.user_id = make_staff_change.user_id and perk.method_id::text = detail;
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

-- As before, and discounts.
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
    when kind = 'post_journal' then is_manual_journal(detail) and exists (select from users where users.id = user_id)
    when kind in ('give_badge', 'take_badge') then
      detail in ('operator', 'ceo', 'ambassador') and exists (select from users where users.id = user_id)
    when kind = 'give_perk' then perk_fits(detail) and exists (select from users where users.id = user_id)
    when kind = 'take_perk' then detail ~ '^[0-9]{1,6}$' and exists (select from users where users.id = user_id)
    when kind = 'set_user_flag' then
      detail ~ '^[A-Za-z]{3,60}=(on|off|default)$' and exists (select from users where users.id = user_id)
  end and char_length(reason) between 3 and 300) is not true then
    raise exception 'staff do not change %', kind using errcode = 'check_violation';
  end if;
  proved := staff_change_subject(kind, user_id, detail);
  outcome := case
    when not is_admin(staff_id) then 'not_admin'
    when user_id = staff_id and kind not in ('revoke_role', 'take_badge', 'take_perk', 'set_user_flag') then 'own'
    when proved is null
      or (kind = 'give_badge' and exists (
        select from account_closures gone where gone.user_id = change_by_staff.user_id and gone.closed_at is not null))
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
    when kind = 'post_journal' and manual_journal_fault(user_id, detail, at) is not null then
      manual_journal_fault(user_id, detail, at)
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

alter table staff_changes drop constraint staff_changes_kind_check;
alter table staff_changes add constraint staff_changes_kind_check
  check (kind in ('grant_role', 'set_level', 'lift_halt', 'set_setting', 'post_journal', 'give_badge', 'give_perk'));

revoke all on function perk_fits, perk_stands from public;
-- The signer looks at what stands before it writes a proof.
grant select on offer_perks to parley_signer;
grant execute on function perk_stands to parley_signer;
