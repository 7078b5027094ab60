-- How the chain of acts names it.
create or replace function staff_change_act(kind text) returns text
language sql immutable as $$
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
    when 'give_cashback' then 'cashback.give'
    when 'take_perk' then 'perk.take'
    when 'set_ambassador' then 'ambassador.set'
    when 'end_order' then 'order.end'
    when 'end_cards' then 'cards.end'
    when 'accept_lightning' then 'lightning.accept'
  end
$$;
