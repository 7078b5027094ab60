-- A gift card is checked before its code is seen: whether the code has its issuer's form, and whether somebody else brought the same
-- one. Who has to believe a photo of the card gets a word that has to be beside it. Owned by market/gift-cards.

alter table gift_cards
  add column code_form        text check (code_form in ('fits', 'differs')),
  add column checked_at       timestamptz,
  -- When another account last tried to bring the same code.
  add column brought_again_at timestamptz,
  add column challenge        text check (challenge ~ '^[A-Z2-9]{6}$'),
  add column challenge_at     timestamptz,
  add constraint gift_cards_checked check ((checked_at is null) = (code_form is null)),
  add constraint gift_cards_challenged check ((challenge_at is null) = (challenge is null));

-- Made anew (0690 made it before): that a code was brought by somebody else is kept with the card that has it. 'noted' says so.
create or replace function add_gift_card(
  owner_id bigint, hash text, payment_method_id int, kind text, fiat_code text, fiat_digits int, fiat_units bigint,
  code_sealed bytea, code_mark bytea, at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform assert_may_act_for(array[owner_id]);
  insert into gift_cards as known (
    hash, owner_id, payment_method_id, kind, fiat_code, fiat_digits, fiat_units, code_sealed, code_mark, status, added_at)
  values (hash, owner_id, payment_method_id, kind, fiat_code, fiat_digits, fiat_units, code_sealed, code_mark, 'free', at)
  on conflict on constraint gift_cards_code_mark_key do update
  set hash = excluded.hash, payment_method_id = excluded.payment_method_id, kind = excluded.kind,
      fiat_code = excluded.fiat_code, fiat_digits = excluded.fiat_digits, fiat_units = excluded.fiat_units,
      code_sealed = excluded.code_sealed, status = 'free', added_at = excluded.added_at, deleted_at = null, offer_hash = null,
      code_form = null, checked_at = null, challenge = null, challenge_at = null
  where known.owner_id = excluded.owner_id and known.status = 'deleted';
  if found then return 'added'; end if;
  update gift_cards known
  set brought_again_at = at
  where known.code_mark = add_gift_card.code_mark and known.owner_id <> add_gift_card.owner_id;
  return case when found then 'noted' else 'duplicate' end;
end $$;

-- Of a card whose code nobody has seen: its owner, and who sells coins for it in the trade that has it.
create function may_check_gift_card(viewer_id bigint, hash text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from gift_cards card
    left join trades trade on trade.id = card.trade_id
    where card.hash = may_check_gift_card.hash
      and (
        card.status in ('free', 'in_offer') and card.owner_id = may_check_gift_card.viewer_id
        or card.status = 'in_use' and may_check_gift_card.viewer_id in (card.owner_id, trade.seller_id)))
$$;

-- Whoever may check it does: 'asked' with a new word, which holds for half an hour,
-- 'checked' while one holds or where no trade has the card, null where the card is none of theirs.
create function note_gift_card_check(viewer_id bigint, hash text, code_form text, challenge text, at timestamptz) returns text
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

revoke all on function may_check_gift_card(bigint, text), note_gift_card_check(bigint, text, text, text, timestamptz)
from public;
grant execute on function may_check_gift_card(bigint, text), note_gift_card_check(bigint, text, text, text, timestamptz)
to parley_web;

-- Made anew (0690 made it before): an archive has what was found of a card as well.
create or replace function export_gift_cards(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select card.id, jsonb_build_object('giftCard', card.hash, 'paymentMethodId', card.payment_method_id, 'kind', card.kind,
    'fiatCurrencyCode', card.fiat_code, 'fiatUnits', card.fiat_units,
    'status', card.status, 'trade', card.trade_hash, 'addedAt', card.added_at, 'revealedAt', card.revealed_at,
    'checkedAt', card.checked_at, 'codeForm', card.code_form)::text
  from data_exports waiting
  join gift_cards card on card.owner_id = waiting.user_id
  where waiting.id = export_gift_cards.export_id and waiting.made_at is null and card.id > export_gift_cards.after
  order by card.id
  limit export_gift_cards.most
$$;
