-- Brings what is held for an authorization to what is left of it, and ends it where nothing is left. The row is locked by the caller.
create or replace function hold_for_card(authorization_id bigint, subject text, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  one    card_authorizations;
  wanted bigint;
begin
  select * into strict one from card_authorizations standing where standing.id = authorization_id;
  wanted := case when one.status = 'approved' and not one.is_final then greatest(0, one.usd_units - one.captured_units - one.reversed_units) else 0 end;
  if wanted < one.held_units then
    perform move_card_money('card_unhold', subject, card_account(one.user_id, true), card_account(one.user_id, false), one.held_units - wanted, at);
  elsif wanted > one.held_units then
    raise exception 'a hold grows by a new question alone' using errcode = 'check_violation';
  end if;
  update card_authorizations standing
  set held_units = wanted,
      status = case when one.status = 'approved' and wanted = 0 then case when one.captured_units > 0 then 'closed' else 'reversed' end else one.status end,
      ended_at = case when one.status = 'approved' and wanted > 0 then null else coalesce(one.ended_at, at) end
  where standing.id = authorization_id;
end $$;
revoke all on function hold_for_card(bigint,text,timestamp with time zone) from public;
