-- A role, a higher level, and a halt over a broken invariant.
create or replace function takes_second_person(kind text, user_id bigint, detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case kind
    when 'grant_role' then true
    when 'post_journal' then true
    when 'give_badge' then true
    when 'give_perk' then true
    when 'give_cashback' then true
    when 'set_ambassador' then detail <> 'none'
    when 'end_order' then true
    when 'end_cards' then true
    when 'accept_lightning' then true
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
revoke all on function takes_second_person(text,bigint,text) from public;
