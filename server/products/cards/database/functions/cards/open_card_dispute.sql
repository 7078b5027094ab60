-- A user disputes what a merchant took, or a part of it, each once. The outcome: opened; unknown; known; late after the term; sum for more than was
-- taken and has not come back.
create or replace function open_card_dispute(dispute jsonb, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  wanted record;
  taken  card_entries;
begin
  perform assert_now(at);
  select * into wanted
  from jsonb_to_record(dispute) as said (hash text, user_id bigint, entry text, reason text, evidence text, usd_units bigint);
  perform from card_accounts account where account.user_id = wanted.user_id for no key update;
  select known.* into taken
  from card_entries known
  where known.external_id = wanted.entry and known.user_id = wanted.user_id and known.kind in ('capture', 'force_post');
  if taken.id is null then return 'unknown'; end if;
  if exists (select from card_disputes one where one.entry_id = taken.id) then return 'known'; end if;
  if taken.at + make_interval(days => (setting_value('cards.dispute_days') #>> '{}')::int) <= at then return 'late'; end if;
  if wanted.usd_units > taken.usd_units - card_refunded(taken.id) then return 'sum'; end if;
  insert into card_disputes (hash, entry_id, card_id, user_id, reason, evidence, usd_units, opened_at, send_at)
  select wanted.hash, taken.id, taken.card_id, taken.user_id, wanted.reason, wanted.evidence, wanted.usd_units, at,
         case when card.issuer <> 'house_issuer' then at end
  from cards card
  where card.id = taken.card_id;
  return 'opened';
end $$;
revoke all on function open_card_dispute(jsonb,timestamp with time zone) from public;
grant execute on function open_card_dispute(jsonb,timestamp with time zone) to parley_web;
