-- Books one message of the issuer, whose account the caller has locked: capture, reversal, refund, force_post, or the answer to a dispute. An id has
-- one effect. A final capture gives back the rest of its hold. The outcome: booked; repeated; unknown for a card, a payment or a dispute that is none of
-- ours; excess for more back than was taken; over for the answer to a dispute that has ended.
create or replace function book_card_entry(entry jsonb, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  wanted   record;
  card     cards;
  standing card_authorizations;
  owed     bigint := 0;
begin
  select * into wanted
  from jsonb_to_record(entry) as said (id text, kind text, card text, "authorization" text, usd_units bigint, merchant text, is_final boolean, dispute text);
  select one.* into card from cards one where one.hash = wanted.card;
  if card.id is null then return 'unknown'; end if;
  if exists (select from card_entries known where known.external_id = wanted.id) then return 'repeated'; end if;
  if wanted.dispute is not null then return book_card_dispute(entry, card, at); end if;
  if wanted.kind = 'refund' then return book_card_refund(entry, card, at); end if;
  if wanted."authorization" is not null then
    insert into card_authorizations (external_id, card_id, user_id, status, at, expires_at)
    values (wanted."authorization", card.id, card.user_id, 'unseen', at, at + interval '7 days')
    on conflict (external_id) do nothing;
    select one.* into standing from card_authorizations one where one.external_id = wanted."authorization" for update;
    if standing.card_id <> card.id then return 'unknown'; end if;
  end if;
  if wanted.kind in ('capture', 'force_post') then
    owed := card_capture(wanted.id, standing.id, card.user_id, wanted.usd_units, at);
  else
    update card_authorizations one set reversed_units = one.reversed_units + wanted.usd_units where one.id = standing.id;
  end if;
  if wanted.is_final and wanted.kind = 'capture' then
    update card_authorizations one set is_final = true where one.id = standing.id;
  end if;
  if standing.status = 'approved' then perform hold_for_card(standing.id, wanted.id, at); end if;
  insert into card_entries (external_id, authorization_id, card_id, user_id, kind, merchant, usd_units, debt_units, at)
  values (wanted.id, standing.id, card.id, card.user_id, wanted.kind, wanted.merchant, wanted.usd_units, owed, at);
  return 'booked';
end $$;
revoke all on function book_card_entry(jsonb,timestamp with time zone) from public;
