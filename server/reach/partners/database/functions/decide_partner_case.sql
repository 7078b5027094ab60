-- Staff decide about accounts that earned from each other. `dismissed`: they do not belong together, and the rules no longer apply between
-- them. `confirmed`: referrals between them end, and rewards that nobody claimed are taken back. Outcomes: done; unknown; own; not_judge;
-- closed where it was before; halted:<name> where rewards cannot be taken back now.
create or replace function decide_partner_case(number text, decision text, why text, staff_id bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  judged partner_cases;
begin
  perform assert_now(at);
  if (decision in ('dismissed', 'confirmed')) is not true then
    raise exception 'no decision is called %', decision using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  perform pg_advisory_xact_lock(hashtextextended('partner_cases', 0));
  select one.* into judged from partner_cases one where one.number = decide_partner_case.number for update;
  if holds_right(staff_id, 'partners') is not true then return 'not_judge'; end if;
  if judged.id is null then return 'unknown'; end if;
  if staff_id = any (judged.people) then return 'own'; end if;
  if judged.status <> 'open' then return 'closed'; end if;
  if decision = 'confirmed' and standing_halt(array['ledger', 'coin_BTC', 'coin_ETH', 'coin_USDT']) is not null then
    return 'halted:' || standing_halt(array['ledger', 'coin_BTC', 'coin_ETH', 'coin_USDT']);
  end if;
  update partner_cases one
  set status = decision, decided_by = staff_id, decided_at = at, resolution = why, changed_at = at
  where one.id = judged.id;
  if decision = 'confirmed' then
    update referrals came
    set voided_at = at
    where came.user_id = any (judged.people) and came.tier1 = any (judged.people) and came.voided_at is null;
    update ambassador_assignments one
    set ends_at = least(one.ends_at, at)
    where one.newcomer_id = any (judged.people) and one.ambassador_id = any (judged.people) and not one.is_rewarded;
    perform cancel_rewards(array(
      select entry.id from reward_entries entry
      where entry.person_id = any (judged.people) and entry.referrer_id = any (judged.people) and entry.status in ('held', 'open')
        and entry.reverses is null
      order by entry.id
      for update), 'voided', at);
  end if;
  perform add_staff_act(staff_id, 'partner_case.' || decision, judged.number, why, at);
  return 'done';
end $$;
revoke all on function decide_partner_case(text,text,text,bigint,timestamp with time zone) from public;
grant execute on function decide_partner_case(text,text,text,bigint,timestamp with time zone) to parley_web;
