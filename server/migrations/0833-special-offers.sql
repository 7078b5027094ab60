-- An offer for one person: made in the chat of a trade, at a price that is locked, for the other side of that trade and nobody else. It is
-- held as long as it stands, with a reason of its own, so that no list, counter or index ever has it; only its partner starts a trade on it,
-- and only until it ends. Owned by market/offers.

insert into setting_rules (name, shape, initial, takes_two) values
  ('offers.special_hours', '{"type":"integer","minimum":1,"maximum":720}', '24', false);

alter table offers
  add column partner_id    bigint references users,
  add column chat_hash     text,
  add column special_until timestamptz,
  drop constraint offers_hold_check,
  add constraint offers_hold_check check (
    hold in ('moderation', 'low_balance', 'cap_reached', 'penalty', 'restricted', 'level', 'method_disabled', 'owner_away', 'too_many',
      'bond_missing', 'special')),
  add constraint offers_special check (
    num_nonnulls(partner_id, chat_hash, special_until) in (0, 3)
    and (partner_id is null or (hold is not null and fixed_price is not null and not cap_active and partner_id <> owner_id))
    and (partner_id is not null or hold is distinct from 'special'));

-- For whom an offer is, and until when, is said once.
grant insert (partner_id, chat_hash, special_until) on offers to parley_web, parley_worker;

-- The same thing twice at once is not two offers; what somebody is offered alone is another thing.
drop index offers_no_duplicate;
create unique index offers_no_duplicate on offers (owner_id, side, crypto, fiat, method_id)
  where is_on and deleted_at is null and partner_id is null;

-- The other side of this trade of the owner's, where it is who is named and neither has blocked the other.
create function special_partner(owner_id bigint, chat_hash text, username text) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select person.id
  from trades trade
  join users person
    on person.id = case special_partner.owner_id when trade.buyer_id then trade.seller_id when trade.seller_id then trade.buyer_id end
  where trade.hash = special_partner.chat_hash and lower(person.username) = lower(special_partner.username)
    and not exists (
      select
      from user_relations rel
      where rel.is_blocked
        and ((rel.user_id = special_partner.owner_id and rel.other_id = person.id)
          or (rel.user_id = person.id and rel.other_id = special_partner.owner_id)))
$$;
revoke all on function special_partner from public;
grant execute on function special_partner to parley_web, parley_worker;

-- A trade is started on what is on the market by anybody, and on a special offer by its partner while it stands.
do $$
declare
  made constant text := pg_get_functiondef('open_trades(jsonb, int, timestamptz)'::regprocedure);
  said constant text := 'offer.active and trade.owner_id = offer.owner_id';
begin
  if strpos(made, said) = 0 then raise exception 'open_trades does not say: %', said; end if;
  execute replace(made, said, 'offer.is_on and offer.deleted_at is null
      and case when offer.partner_id is null then offer.hold is null
        else offer.hold = ''special'' and offer.partner_id = trade.starter_id and offer.special_until > open_trades.at end
      and trade.owner_id = offer.owner_id');
end $$;
