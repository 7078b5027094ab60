-- Codes of gift cards wait in a vault until a trade is paid with them: sealed by a key that is not here, and marked by a keyed
-- digest, so that one code is on the platform once, whoever brings it and in whichever trade. Who sells coins for a card sees its
-- code once, at a time that is written down. Owned by market/gift-cards.

create table gift_cards (
  id                bigint      generated always as identity primary key,
  hash              text        not null unique,
  owner_id          bigint      not null references users,
  payment_method_id int         not null,
  kind              text        not null check (kind in ('physical', 'e-card')),
  fiat_code         text        not null,
  fiat_digits       int         not null,
  fiat_units        bigint      not null check (fiat_units > 0),
  -- Null once its owner's account has closed.
  code_sealed       bytea,
  code_mark         bytea       not null unique check (octet_length(code_mark) = 32),
  status            text        not null check (status in ('free', 'in_offer', 'in_use', 'revealed', 'used', 'deleted')),
  -- In whose trades alone it is used.
  offer_hash        text,
  -- That it is or was used in.
  trade_id          bigint      references trades,
  trade_hash        text,
  added_at          timestamptz not null,
  in_use_at         timestamptz,
  revealed_at       timestamptz,
  deleted_at        timestamptz,
  check ((status = 'in_offer') <= (offer_hash is not null)),
  check ((status in ('in_use', 'revealed', 'used')) = (trade_id is not null)),
  check ((trade_id is null) = (trade_hash is null)),
  check ((status = 'revealed') <= (revealed_at is not null)),
  check ((status in ('free', 'in_offer', 'deleted')) <= (revealed_at is null)),
  check ((status = 'deleted') = (deleted_at is not null)),
  check (code_sealed is not null or status in ('deleted', 'revealed', 'used'))
);
create index gift_cards_of_owner on gift_cards (owner_id, id desc);
create index gift_cards_of_trade on gift_cards (trade_id, id) where trade_id is not null;
-- A trade is paid with one card at a time.
create unique index gift_card_in_trade on gift_cards (trade_id) where status = 'in_use';
grant select on gift_cards to parley_web;
-- The worker shows both sides the card of a trade, without its code.
grant select (id, hash, owner_id, payment_method_id, kind, fiat_code, fiat_digits, fiat_units, status, offer_hash, trade_id, trade_hash,
  in_use_at, revealed_at)
  on gift_cards to parley_worker;

-- Who saw which code and when; nothing of it is changed.
create table gift_card_reveals (
  gift_card_id bigint      primary key references gift_cards,
  trade_id     bigint      not null references trades,
  seen_by_id   bigint      not null references users,
  at           timestamptz not null
);
create trigger gift_card_reveals_append_only before update or delete or truncate on gift_card_reveals
  for each statement execute function refuse_change();
grant select on gift_card_reveals to parley_web, parley_worker;

-- 'added', or 'duplicate' where the platform has had this code. What its owner deleted unused they may bring again.
create function add_gift_card(
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
      code_sealed = excluded.code_sealed, status = 'free', added_at = excluded.added_at, deleted_at = null, offer_hash = null
  where known.owner_id = excluded.owner_id and known.status = 'deleted';
  return case when found then 'added' else 'duplicate' end;
end $$;

-- Its owner takes it out of the vault: 'deleted'; 'in_use' where a trade has it or had it; null where they have none of this name.
create function delete_gift_card(owner_id bigint, hash text, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  stands text;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[owner_id]);
  select card.status into stands
  from gift_cards card
  where card.hash = delete_gift_card.hash and card.owner_id = delete_gift_card.owner_id and card.status <> 'deleted'
  for update;
  if stands is null then return null; end if;
  if stands not in ('free', 'in_offer') then return 'in_use'; end if;
  update gift_cards card
  set status = 'deleted', offer_hash = null, deleted_at = at
  where card.hash = delete_gift_card.hash;
  return 'deleted';
end $$;

-- Its owner keeps it for the trades of one offer of theirs, or, without one, for any: 'placed'; 'in_use'; 'unfit' where the offer is
-- no gcc-auto offer of theirs to buy coins for such a card; null where they have no such card.
create function place_gift_card(owner_id bigint, hash text, offer_hash text, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  card gift_cards;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[owner_id]);
  select * into card
  from gift_cards known
  where known.hash = place_gift_card.hash and known.owner_id = place_gift_card.owner_id and known.status <> 'deleted'
  for update;
  if not found then return null; end if;
  if card.status not in ('free', 'in_offer') then return 'in_use'; end if;
  if offer_hash is not null and not exists (
    select
    from offers offer
    where offer.hash = place_gift_card.offer_hash and offer.owner_id = place_gift_card.owner_id and offer.deleted_at is null
      and offer.side = 'buy' and offer.flow_type = 'gcc-auto'
      and offer.method_id = card.payment_method_id and offer.fiat = card.fiat_code
  ) then
    return 'unfit';
  end if;
  update gift_cards known
  set offer_hash = place_gift_card.offer_hash,
      status = case when place_gift_card.offer_hash is null then 'free' else 'in_offer' end
  where known.id = card.id;
  return 'placed';
end $$;

-- The buyer of a trade puts a card of theirs into it, before the trade moves: 'used'; 'unfit' where it is for something else or of
-- another amount; null where it is not free or not theirs. Locks the trade, as the move does.
create function use_gift_card(owner_id bigint, hash text, trade_id bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  card  gift_cards;
  trade trades;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[owner_id]);
  select * into trade
  from trades known
  where known.id = use_gift_card.trade_id and known.buyer_id = use_gift_card.owner_id and known.flow_type = 'gcc-auto'
    and known.status = 'active_funded'
  for update;
  if not found then return null; end if;
  select * into card
  from gift_cards known
  where known.hash = use_gift_card.hash and known.owner_id = use_gift_card.owner_id and known.status in ('free', 'in_offer')
  for update;
  if not found then return null; end if;
  if (card.payment_method_id, card.fiat_code, card.fiat_units) is distinct from
       (trade.payment_method_id, trade.fiat_code, trade.fiat_units)
     or coalesce(card.offer_hash, trade.offer_hash) <> trade.offer_hash then
    return 'unfit';
  end if;
  update gift_cards known
  set status = 'in_use', trade_id = trade.id, trade_hash = trade.hash, in_use_at = at
  where known.id = card.id;
  return 'used';
end $$;

-- An archive has the cards and never their codes: those are money.
create function export_gift_cards(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select card.id, jsonb_build_object('giftCard', card.hash, 'paymentMethodId', card.payment_method_id, 'kind', card.kind,
    'fiatCurrencyCode', card.fiat_code, 'fiatUnits', card.fiat_units,
    'status', card.status, 'trade', card.trade_hash, 'addedAt', card.added_at, 'revealedAt', card.revealed_at)::text
  from data_exports waiting
  join gift_cards card on card.owner_id = waiting.user_id
  where waiting.id = export_gift_cards.export_id and waiting.made_at is null and card.id > export_gift_cards.after
  order by card.id
  limit export_gift_cards.most
$$;

-- The codes go with the account; that they were here stays, as a digest that leads back to none.
create function erase_gift_cards() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update gift_cards card
  set status = 'deleted', offer_hash = null, deleted_at = market_now()
  where card.owner_id = new.user_id and card.status in ('free', 'in_offer');
  update gift_cards card
  set code_sealed = null
  where card.owner_id = new.user_id and card.status in ('deleted', 'revealed', 'used');
  return null;
end $$;
create trigger gift_cards_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_gift_cards();

revoke all on function
  add_gift_card(bigint, text, int, text, text, int, bigint, bytea, bytea, timestamptz),
  delete_gift_card(bigint, text, timestamptz), place_gift_card(bigint, text, text, timestamptz),
  use_gift_card(bigint, text, bigint, timestamptz), export_gift_cards(bigint, bigint, int), erase_gift_cards()
from public;
grant execute on function
  add_gift_card(bigint, text, int, text, text, int, bigint, bytea, bytea, timestamptz),
  delete_gift_card(bigint, text, timestamptz), place_gift_card(bigint, text, text, timestamptz),
  use_gift_card(bigint, text, bigint, timestamptz)
to parley_web;
grant execute on function export_gift_cards(bigint, bigint, int) to parley_worker;
