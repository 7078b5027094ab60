-- Settings and flags keep who changed them; anything else is as before. False when it is so already.
create or replace function make_staff_change(kind text, user_id bigint, detail text, reason text, proposed_by bigint, confirmed_by bigint, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
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
  elsif kind = 'give_cashback' then
    return give_cashback(user_id, detail, at);
  elsif kind = 'end_order' then
    return decide_provider_order(user_id, detail, at);
  elsif kind = 'end_cards' then
    return end_card_program(detail, at);
  elsif kind = 'accept_lightning' then
    return accept_lightning_balance(detail, at);
  elsif kind in ('give_badge', 'take_badge', 'set_ambassador') then
    return change_badge(kind, user_id, detail, coalesce(confirmed_by, proposed_by), at);
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
revoke all on function make_staff_change(text,bigint,text,text,bigint,bigint,timestamp with time zone) from public;
