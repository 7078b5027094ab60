-- Gift cards and PayPal are paid by people whom nobody sees again, and whoever offers them risked nothing. Their owners deposit a bond now:
-- one for all of their offers, in a coin of their choice, judged by how their trades went. It stays theirs, on an account of its own of the
-- ledger, and comes back seven days after the last trade that it stood for. Owned by market/bonds.

-- In dollars, by how the trades of bonded offers went; and what that is judged by: trades of so many days, the first of them without a fault at
-- the first sum, faults in percent. A bond is kept for so many days after the last of its trades.
insert into setting_rules (name, shape, initial, takes_two) values
  ('bonds.usd', '{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":100000},"required":["first","good","fair","poor"]}', '{"first":50,"good":100,"fair":250,"poor":500}', true),
  ('bonds.rules', '{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":1000},"required":["days","firstTrades","fairPercent","poorPercent","lockDays"]}', '{"days":90,"firstTrades":10,"fairPercent":2,"poorPercent":10,"lockDays":7}', true);

-- As the catalog: gift cards, and what has the rule.
create table bond_methods (
  method_id int primary key
);
insert into bond_methods (method_id)
select unnest(array[
    4, 14, 195, 571, 572, 573, 574, 575, 576, 577, 578, 579, 580, 581, 582, 583, 584, 585, 586, 587, 588, 589, 590, 591,
    592, 593, 594, 595, 596, 597, 598, 599, 600, 601, 602, 603, 604, 605, 606, 607, 608, 609, 610, 611, 612, 613, 614,
    615, 616, 617, 618, 619, 620, 621, 622, 623, 624, 625, 626, 627, 628, 629, 630]);

-- What came to a bond and left it; a return takes all of it, a row for each coin. `usd_cents` is what the coins were worth when they
-- came: prices that move ask for no more and give nothing back.
create table bond_moves (
  hash      text        not null,
  currency  text        not null check (currency in ('BTC', 'ETH', 'USDT')),
  user_id   bigint      not null references users,
  kind      text        not null check (kind in ('deposit', 'return')),
  units     bigint      not null check (units > 0),
  usd_cents bigint      not null check (usd_cents > 0),
  at        timestamptz not null,
  primary key (hash, currency)
);
create index bond_moves_of_user on bond_moves (user_id, at);
create trigger bond_moves_append_only before update or delete on bond_moves
  for each statement execute function refuse_change();
create trigger bond_moves_never_truncated before truncate on bond_moves
  for each statement execute function refuse_change();
grant select on bond_methods, bond_moves to parley_web, parley_worker;

create function bond_account(user_id bigint, currency text) returns text language sql immutable as $$
  select 'user:' || user_id::text || ':' || currency || ':bond'
$$;

-- What each of them holds: coins, and what they were worth.
create function bond_holdings(user_ids bigint[])
returns table (user_id bigint, currency text, units bigint, usd_cents bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select move.user_id, move.currency,
         sum(case move.kind when 'deposit' then move.units else -move.units end)::bigint,
         sum(case move.kind when 'deposit' then move.usd_cents else -move.usd_cents end)::bigint
  from bond_moves move
  where move.user_id = any (bond_holdings.user_ids)
  group by move.user_id, move.currency
  having sum(case move.kind when 'deposit' then move.units else -move.units end) > 0
$$;

-- How somebody's trades on bonded offers of their own went: waived for traders of a tier; first, good, fair or poor. At fault is an owner who
-- lost a dispute, took a payment back that was said to be made, or let the window pass without paying.
create function bond_behaviour(user_id bigint, at timestamptz) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when exists (
      select
      from user_reputation known
      where known.user_id = bond_behaviour.user_id and known.tier in ('power_trader', 'expert_trader')) then 'waived'
    when counted.ended < rule.first_trades and counted.faults = 0 then 'first'
    when counted.faults * 100 > rule.poor_percent * greatest(counted.ended, rule.first_trades) then 'poor'
    when counted.faults * 100 > rule.fair_percent * greatest(counted.ended, rule.first_trades) then 'fair'
    else 'good'
  end
  from (
    select (held.value ->> 'days')::int as days, (held.value ->> 'firstTrades')::int as first_trades,
           (held.value ->> 'fairPercent')::int as fair_percent, (held.value ->> 'poorPercent')::int as poor_percent
    from (select setting_value('bonds.rules') as value) as held
  ) as rule
  cross join lateral (
    select count(*) as ended,
           count(*) filter (where
             (trade.status = 'dispute_won_buyer' and trade.seller_id = trade.owner_id)
             or (trade.buyer_id = trade.owner_id and (
               trade.status in ('dispute_won_seller', 'expired')
               or (trade.status = 'cancelled_buyer' and trade.was_ever_paid)))) as faults
    from (
      select * from trades of_buyer
      where of_buyer.buyer_id = bond_behaviour.user_id
        and of_buyer.started_at > bond_behaviour.at - make_interval(days => rule.days)
      union all
      select * from trades of_seller
      where of_seller.seller_id = bond_behaviour.user_id
        and of_seller.started_at > bond_behaviour.at - make_interval(days => rule.days)
    ) as trade
    where trade.owner_id = bond_behaviour.user_id and trade.ended_at is not null
      and exists (select from bond_methods bonded where bonded.method_id = trade.payment_method_id)
  ) as counted
$$;

-- What each of them needs and holds, in cents of a dollar.
create function bond_standings(user_ids bigint[], at timestamptz)
returns table (user_id bigint, behaviour text, needed_cents bigint, held_cents bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select person.id, judged.behaviour,
         case judged.behaviour when 'waived' then 0
           else 100 * (setting_value('bonds.usd') ->> judged.behaviour)::bigint end,
         coalesce((select sum(held.usd_cents) from bond_holdings(array[person.id]) held), 0)::bigint
  from users person
  cross join lateral (select bond_behaviour(person.id, bond_standings.at) as behaviour) as judged
  where person.id = any (bond_standings.user_ids)
$$;

-- Until when a bond is kept: `is_in_trade` while a trade runs that it stands for, and so many days after the last one.
create function bond_lock(user_id bigint, at timestamptz) returns table (is_in_trade boolean, locked_until timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select bool_or(trade.id is not null and trade.ended_at is null),
         case when max(trade.ended_at) + rule.lasts > bond_lock.at then max(trade.ended_at) + rule.lasts end
  from (
    select make_interval(days => (setting_value('bonds.rules') ->> 'lockDays')::int) as lasts
  ) as rule
  left join trades trade
    on bond_lock.user_id in (trade.buyer_id, trade.seller_id) and trade.owner_id = bond_lock.user_id
    and (trade.ended_at is null or trade.ended_at + rule.lasts > bond_lock.at)
    and exists (select from bond_methods bonded where bonded.method_id = trade.payment_method_id)
  group by rule.lasts
$$;

-- Base units of a coin that are worth so many cents, rounded up; null while there is no price that holds.
create function bond_units(usd_cents bigint, currency text, at timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select ceil(bond_units.usd_cents::numeric / 100 / known.rate
    * case known.crypto when 'BTC' then 1e8 when 'ETH' then 1e9 when 'USDT' then 1e6 end)::bigint
  from rates known
  where known.crypto = bond_units.currency and known.fiat = 'USD' and known.stale_at > bond_units.at and not known.is_divergent
$$;

-- Deposits what is missing of somebody's bond in this coin. Locks the person, then the ledger's accounts. The outcome: deposited, unknown,
-- nothing_missing, on_hold, restricted, no_rate, insufficient, halted:<name>.
create function deposit_bond(user_id bigint, hash text, currency text, at timestamptz)
returns table (outcome text, units bigint) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  missing bigint;
begin
  perform assert_now(at);
  if (currency in ('BTC', 'ETH', 'USDT') and hash <> '') is not true then
    raise exception 'no bond is in %', currency using errcode = 'check_violation';
  end if;
  perform from users person where person.id = user_id for no key update;
  select standing.needed_cents - standing.held_cents into missing
  from bond_standings(array[user_id], at) standing;
  units := bond_units(missing, currency, at);
  outcome := case
    when missing is null then 'unknown'
    when missing <= 0 then 'nothing_missing'
    else coalesce(
      'halted:' || standing_halt(array['ledger', 'coin_' || currency]),
      kept_from_converting(user_id),
      case when units is null then 'no_rate' end)
  end;
  if outcome is null then
    outcome := (post_each(
      array['bond_deposit'], array[hash], at, array[1],
      array[available_account(user_id, currency)], array[bond_account(user_id, currency)], array[units]))[1];
    if outcome = 'duplicate' then raise exception 'this bond was deposited before' using errcode = 'unique_violation'; end if;
  end if;
  if outcome = 'posted' then
    outcome := 'deposited';
    insert into bond_moves (hash, currency, user_id, kind, units, usd_cents, at)
    values (hash, currency, user_id, 'deposit', units, missing, at);
  end if;
  return next;
end $$;

-- Gives back all of somebody's bond, in one journal. Locks the person, the offers that it stands for, so that no trade begins meanwhile,
-- then the ledger's accounts. The outcome: returned, nothing, in_trade, locked, on_hold, restricted, halted:<name>.
create function return_bond(user_id bigint, hash text, at timestamptz)
returns table (outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  coins   text[];
  amounts bigint[];
  worth   bigint[];
  lasts   record;
begin
  perform assert_now(at);
  if (hash <> '') is not true then
    raise exception 'a return has a hash' using errcode = 'check_violation';
  end if;
  perform from users person where person.id = user_id for no key update;
  perform
  from offers offer
  where offer.owner_id = user_id and offer.deleted_at is null
    and exists (select from bond_methods bonded where bonded.method_id = offer.method_id)
  order by offer.id
  for no key update;
  select array_agg(held.currency order by held.currency), array_agg(held.units order by held.currency),
         array_agg(held.usd_cents order by held.currency)
  into coins, amounts, worth
  from bond_holdings(array[user_id]) held;
  select kept.is_in_trade, kept.locked_until into lasts from bond_lock(user_id, at) kept;
  outcome := case
    when coins is null then 'nothing'
    when lasts.is_in_trade then 'in_trade'
    when lasts.locked_until is not null then 'locked'
    else coalesce(
      'halted:' || standing_halt(array['ledger'] || array(select 'coin_' || coin from unnest(coins) as coin)),
      kept_from_converting(user_id))
  end;
  if outcome is null then
    outcome := (post_each(
      array['bond_return'], array[hash], at, array_fill(1, array[cardinality(coins)]),
      array(select bond_account(user_id, one.coin) from unnest(coins) with ordinality as one (coin, place) order by one.place),
      array(select available_account(user_id, one.coin) from unnest(coins) with ordinality as one (coin, place) order by one.place),
      amounts))[1];
    if outcome <> 'posted' then
      raise exception 'the bond of % cannot be returned: %', user_id, outcome using errcode = 'check_violation';
    end if;
    outcome := 'returned';
    insert into bond_moves (hash, currency, user_id, kind, units, usd_cents, at)
    select hash, one.coin, user_id, 'return', one.units, one.usd_cents, at
    from unnest(coins, amounts, worth) as one (coin, units, usd_cents);
  end if;
  return next;
end $$;

revoke all on function bond_account, bond_holdings, bond_behaviour, bond_standings, bond_lock, bond_units, deposit_bond, return_bond from public;
grant execute on function bond_holdings, bond_standings to parley_web, parley_worker;
grant execute on function bond_lock, bond_units, deposit_bond, return_bond to parley_web;

alter table offers drop constraint offers_hold_check;
alter table offers add constraint offers_hold_check check (
  hold in ('moderation', 'low_balance', 'cap_reached', 'penalty', 'restricted', 'level', 'method_disabled', 'owner_away', 'too_many',
    'bond_missing'));
-- Who has such an offer already is asked for a bond too.
update offers
set hold = 'bond_missing'
where hold is null and deleted_at is null
  and exists (select from bond_methods bonded where bonded.method_id = offers.method_id)
  and not exists (
    select
    from user_reputation known
    where known.user_id = offers.owner_id and known.tier in ('power_trader', 'expert_trader'));
