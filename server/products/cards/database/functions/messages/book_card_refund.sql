-- A merchant's refund, of what was taken with the card. One that names what it refunds takes the place of a credit that the issuer gave for now for the
-- same payment, so that nothing comes back twice. The outcome: booked; unknown; excess for more than was taken and has not come back.
create or replace function book_card_refund(entry jsonb, card cards, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  wanted  record;
  taken   card_entries;
  dispute card_disputes;
  room    bigint;
  back    bigint := 0;
begin
  select * into wanted from jsonb_to_record(entry) as said (id text, usd_units bigint, merchant text, refunds text);
  if wanted.refunds is not null then
    select known.* into taken
    from card_entries known
    where known.external_id = wanted.refunds and known.card_id = card.id and known.kind in ('capture', 'force_post');
    if taken.id is null then return 'unknown'; end if;
    select one.* into dispute from card_disputes one where one.entry_id = taken.id for update;
    room := taken.usd_units - card_refunded(taken.id);
    if dispute.status = 'provisional' then
      back := least(dispute.credited_units, greatest(0, wanted.usd_units + dispute.credited_units - room));
    end if;
    if wanted.usd_units > room - coalesce(dispute.credited_units, 0) + back then return 'excess'; end if;
  end if;
  if wanted.usd_units > card_taken(card.id) + back then return 'excess'; end if;
  perform move_card_money('card_refund', wanted.id, 'outside:USD:issuer', card_account(card.user_id, false), wanted.usd_units, at);
  perform move_card_money('card_dispute_back', wanted.id, card_account(card.user_id, false), 'outside:USD:issuer', back, at);
  update card_disputes one
  set credited_units = one.credited_units - back,
      status = case when wanted.usd_units = room then 'refunded' else one.status end,
      ended_at = case when wanted.usd_units = room then at end
  where one.id = dispute.id and one.ended_at is null;
  insert into card_entries (external_id, card_id, user_id, kind, merchant, usd_units, refunds_id, at)
  values (wanted.id, card.id, card.user_id, 'refund', wanted.merchant, wanted.usd_units, taken.id, at);
  perform repay_card_debt(card.user_id, 'refund:' || wanted.id, at);
  return 'booked';
end $$;
revoke all on function book_card_refund(jsonb,cards,timestamp with time zone) from public;
