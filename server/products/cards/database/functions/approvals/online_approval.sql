-- Whether the user of a card still has to approve an online payment, whose account the caller has locked: null where it goes on; approval where the user
-- was asked just now or before; not_approved; not_answered in time. They are asked where the card has paid nothing at the merchant, or for more than
-- `cards.ask_above_usd`. An approval is good for one payment. No more than three of a card wait at once: more are declined without a word.
create or replace function online_approval(card cards, question jsonb, cents bigint, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shop constant text := lower(question ->> 'merchant');
  own  card_approvals;
begin
  if not card.asks_online or (question ->> 'is_online')::boolean is not true then return null; end if;
  select known.* into own from card_approvals known where known.question ->> 'id' = question ->> 'id' for update;
  if own.status = 'waiting' and own.expires_at > at then return 'approval'; end if;
  if own.status = 'waiting' then update card_approvals known set status = 'lapsed', answered_at = at where known.id = own.id; end if;
  if own.status in ('waiting', 'lapsed') then return 'not_answered'; end if;
  if own.status = 'declined' then return 'not_approved'; end if;
  if own.id is null then
    select known.* into own
    from card_approvals known
    where known.card_id = card.id and known.status = 'approved' and known.expires_at > at and known.usd_units >= cents
      and lower(known.question ->> 'merchant') = shop
    order by known.id desc
    limit 1
    for update;
  end if;
  if own.id is not null then
    update card_approvals known set status = 'used' where known.id = own.id;
    return null;
  end if;
  if cents <= 100 * (setting_value('cards.ask_above_usd') #>> '{}')::bigint and exists (
    select from card_authorizations paid
    where paid.card_id = card.id and paid.captured_units > 0 and lower(paid.merchant) = shop) then
    return null;
  end if;
  if (select count(*) from card_approvals known where known.card_id = card.id and known.status = 'waiting' and known.expires_at > at) >= 3 then
    return 'not_answered';
  end if;
  insert into card_approvals (hash, card_id, user_id, question, usd_units, is_waited, asked_at, expires_at)
  values (
    encode(substr(sha256(convert_to(card.hash || ':' || (question ->> 'id'), 'UTF8')), 1, 12), 'hex'), card.id, card.user_id, question, cents,
    coalesce((question ->> 'is_waited')::boolean, false), at, at + make_interval(secs => (setting_value('cards.approve_sec') #>> '{}')::int));
  insert into events (type, subject, payload, at)
  values ('account.card_payment_asked', card.user_id::text, jsonb_build_object('detail',
    concat_ws(', ', question ->> 'merchant', to_char(cents / 100.0, 'FM999999999990.00') || ' USD')), at);
  return 'approval';
end $$;
revoke all on function online_approval(cards,jsonb,bigint,timestamp with time zone) from public;
