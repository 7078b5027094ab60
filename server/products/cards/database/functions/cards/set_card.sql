-- Changes a card of its user: what is in `changes` of label, status (active, frozen, terminated), limits, closed groups. What ends does not come back;
-- its holds go on to their own end. The outcome: set, unknown, over.
create or replace function set_card(hash text, user_id bigint, changes jsonb, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  card cards;
begin
  perform assert_now(at);
  perform from card_accounts account where account.user_id = set_card.user_id for no key update;
  select one.* into card from cards one where one.hash = set_card.hash and one.user_id = set_card.user_id;
  if card.id is null then return 'unknown'; end if;
  if card.status = 'terminated' then return 'over'; end if;
  card := jsonb_populate_record(card, changes);
  update cards one
  set label = card.label, status = card.status, payment_limit = card.payment_limit, day_limit = card.day_limit, month_limit = card.month_limit,
      closed_groups = card.closed_groups, asks_online = card.asks_online,
      number_sealed = case when card.status = 'terminated' then null else one.number_sealed end,
      number_index = case when card.status = 'terminated' then sha256(convert_to(one.hash, 'UTF8')) else one.number_index end,
      ended_at = case when card.status = 'terminated' then at end,
      version = one.version + 1, sent_version = one.sent_version + (one.issuer = 'house_issuer')::int, send_at = at,
      tries = case when one.issuer_ref is null then one.tries else 0 end
  where one.id = card.id and one.user_id = set_card.user_id and one.hash = set_card.hash;
  return 'set';
end $$;
revoke all on function set_card(text,bigint,jsonb,timestamp with time zone) from public;
grant execute on function set_card(text,bigint,jsonb,timestamp with time zone) to parley_web;
