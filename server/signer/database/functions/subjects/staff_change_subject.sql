-- The subject of a proof for a change; for a halt it includes the halt's current state. Null where there is nothing to change.
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
    when 'set_ambassador' then case when coalesce(ambassador_level(user_id), 'none') <> detail then
      'staff_set_ambassador:' || user_id || ':' || detail end
    when 'end_order' then case when provider_case_stands(user_id, detail) then 'staff_end_order:' || user_id || ':' || detail end
    when 'end_cards' then case when not exists (select from card_program_ends ended where ended.issuer = detail) then
      'staff_end_cards:' || detail end
    when 'accept_lightning' then case when lightning_balance_stands(detail) then
      'staff_accept_lightning:' || (select node.base_msat from ln_node node) || ':' || detail end
    when 'give_cashback' then case when not cashback_stands(user_id, detail) then
      'staff_give_cashback:' || user_id || ':' || detail end
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
revoke all on function staff_change_subject(text,bigint,text) from public;
grant execute on function staff_change_subject(text,bigint,text) to parley_signer;
