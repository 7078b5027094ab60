-- Rewards too small to claim, and held ones, go back to the operator's fees. Codes are taken out of what was entered, words out of
-- applications, and notes of staff with them; an ambassador is none any more.
create or replace function erase_user_from_partners(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform cancel_rewards(array(
    select entry.id from reward_entries entry
    where entry.referrer_id = person and entry.status in ('held', 'open') and entry.reverses is null
    order by entry.id
    for update), 'closed', market_now());
  update ambassadors set ended_at = market_now(), changed_at = market_now() where user_id = person and ended_at is null;
  delete from ambassador_notes note using ambassador_applications sent where sent.id = note.application_id and sent.user_id = person;
  update ambassador_applications
  set words = '', status = case when status in ('sent', 'interview') then 'withdrawn' else status end
  where user_id = person;
  update referrals set code = '' where user_id = person or tier1 = person;
end $$;
revoke all on function erase_user_from_partners(bigint) from public;
