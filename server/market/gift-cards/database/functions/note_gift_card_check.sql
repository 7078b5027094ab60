-- Records that a party of the trade checks the card: 'asked' with a new word, which holds for half an hour,
-- 'checked' while one holds or where no trade has the card, null where the card is none of theirs.
create or replace function note_gift_card_check(viewer_id bigint, hash text, code_form text, challenge text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  card   gift_cards;
  is_new boolean;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[viewer_id]);
  select * into card
  from gift_cards known
  where known.hash = note_gift_card_check.hash
  for update;
  if not may_check_gift_card(viewer_id, hash) then return null; end if;
  is_new := card.status = 'in_use'
    and (card.challenge_at is null or card.challenge_at < greatest(card.in_use_at, at - interval '30 minutes'));
  update gift_cards known
  set code_form = note_gift_card_check.code_form, checked_at = at,
      challenge = case when is_new then note_gift_card_check.challenge else known.challenge end,
      challenge_at = case when is_new then at else known.challenge_at end
  where known.id = card.id;
  return case when is_new then 'asked' else 'checked' end;
end $$;
revoke all on function note_gift_card_check(bigint,text,text,text,timestamp with time zone) from public;
grant execute on function note_gift_card_check(bigint,text,text,text,timestamp with time zone) to parley_web;
