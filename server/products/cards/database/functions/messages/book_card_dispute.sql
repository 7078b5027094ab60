-- The issuer's answer to a dispute: a credit for now, won with so much, or lost. What it credited for now and is not won goes back to it; what the
-- balance does not cover of that, the user owes. What the merchant refunded meanwhile is not paid again. The outcome: booked, unknown, excess, over.
create or replace function book_card_dispute(entry jsonb, card cards, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  wanted  record;
  dispute card_disputes;
  taken   card_entries;
  target  bigint := 0;
  owed    bigint := 0;
begin
  select * into wanted from jsonb_to_record(entry) as said (id text, kind text, usd_units bigint, dispute text);
  select one.* into dispute from card_disputes one where one.hash = wanted.dispute and one.card_id = card.id for update;
  if dispute.id is null then return 'unknown'; end if;
  if dispute.ended_at is not null then return 'over'; end if;
  if wanted.usd_units > dispute.usd_units then return 'excess'; end if;
  select known.* into taken from card_entries known where known.id = dispute.entry_id;
  if wanted.kind <> 'dispute_lost' then target := least(wanted.usd_units, taken.usd_units - card_refunded(taken.id)); end if;
  if target >= dispute.credited_units then
    perform move_card_money(
      'card_dispute_credit', wanted.id, 'outside:USD:issuer', card_account(card.user_id, false), target - dispute.credited_units, at);
  else
    owed := take_card_money('card_dispute_back', wanted.id, 0, card.user_id, dispute.credited_units - target, at);
  end if;
  update card_disputes one
  set credited_units = target,
      status = case wanted.kind when 'dispute_credit' then 'provisional' when 'dispute_won' then 'won' else 'lost' end,
      ended_at = case when wanted.kind <> 'dispute_credit' then at end
  where one.id = dispute.id;
  insert into card_entries (external_id, card_id, user_id, kind, usd_units, debt_units, at)
  values (wanted.id, card.id, card.user_id, wanted.kind, wanted.usd_units, owed, at);
  perform repay_card_debt(card.user_id, 'dispute:' || wanted.id, at);
  if wanted.kind <> 'dispute_credit' then
    insert into events (type, subject, payload, at)
    values (case wanted.kind when 'dispute_won' then 'account.card_dispute_won' else 'account.card_dispute_lost' end, card.user_id::text,
      jsonb_build_object('detail', concat_ws(', ', taken.merchant, to_char(case wanted.kind when 'dispute_won' then target else dispute.usd_units end / 100.0, 'FM999999999990.00') || ' USD')), at);
  end if;
  return 'booked';
end $$;
revoke all on function book_card_dispute(jsonb,cards,timestamp with time zone) from public;
