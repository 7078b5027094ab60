-- An administrator changes something, or proposes it where that takes a second one. Outcomes: done; proposed, under this
-- hash, for a day; unproved; not_admin; own; unchanged; waiting where the same is proposed; last_admin.
create or replace function change_by_staff(hash text, kind text, user_id bigint, detail text, reason text, staff_id bigint, at timestamp with time zone) returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
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
    when kind in ('give_badge', 'take_badge') then detail in ('operator', 'ceo') and exists (select from users where users.id = user_id)
    when kind = 'set_ambassador' then detail ~ '^(peer|ambassador|associate|none)$' and exists (select from users where users.id = user_id)
    when kind = 'end_order' then detail ~ '^[A-Za-z0-9]{14}:(settle|return|share|refund|keep)$' and exists (select from users where users.id = user_id)
    when kind in ('end_cards', 'accept_lightning') then user_id is null and detail ~ (case kind when 'end_cards' then '^[a-z_]{2,30}$' else '^-?[0-9]{1,15}$' end)
    when kind = 'give_cashback' then cashback_fits(user_id, detail)
    when kind = 'give_perk' then perk_fits(detail) and exists (select from users where users.id = user_id)
    when kind = 'take_perk' then detail ~ '^[0-9]{1,6}$' and exists (select from users where users.id = user_id)
    when kind = 'set_user_flag' then detail ~ '^[A-Za-z]{3,60}=(on|off|default)$' and exists (select from users where users.id = user_id)
  end and char_length(reason) between 3 and 300) is not true then
    raise exception 'staff do not change %', kind using errcode = 'check_violation';
  end if;
  proved := staff_change_subject(kind, user_id, detail);
  outcome := case
    when not is_admin(staff_id) then 'not_admin'
    when user_id = staff_id and kind not in ('revoke_role', 'take_badge', 'take_perk', 'set_user_flag') then 'own'
    when proved is null
      or (kind in ('give_badge', 'set_ambassador') and exists (
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
    when kind = 'give_cashback' and cashback_fault(user_id, detail, at) is not null then
      cashback_fault(user_id, detail, at)
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
revoke all on function change_by_staff(text,text,bigint,text,text,bigint,timestamp with time zone) from public;
grant execute on function change_by_staff(text,text,bigint,text,text,bigint,timestamp with time zone) to parley_web;
