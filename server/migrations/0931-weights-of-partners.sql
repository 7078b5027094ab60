-- Two accounts of one person bought feedback and rank by small trades: one positive for each payment method and coin, and a place for
-- the number of trades. What counts is now bounded by the fees that the trades of a pair paid: a partner counts fully from 25 USD of
-- fees, and once however many methods and coins. Young accounts and members of one household add nothing. Owned by people/reputation.

-- What a partner (giver of feedback) adds to a user's figures; thousandths of a whole partner.
create table pair_weights (
  user_id    bigint   not null references users,
  partner_id bigint   not null references users,
  -- Fees of trades on this user's offers with that partner that went well.
  fee_cents  bigint   not null default 0,
  -- What the partner said last of a trade large enough to count.
  rating     smallint check (rating in (1, -1)),
  primary key (user_id, partner_id)
) with (fillfactor = 70);
grant select on pair_weights to parley_worker;

alter table user_reputation
  add column weight_partners bigint not null default 0 check (weight_partners >= 0),
  add column weight_positive bigint not null default 0 check (weight_positive >= 0),
  add column weight_negative bigint not null default 0 check (weight_negative >= 0),
  -- As shown: whole positives rounded down, negatives rounded up.
  add column counted_positive int generated always as ((weight_positive / 1000)::int) stored,
  add column counted_negative int generated always as (((weight_negative + 999) / 1000)::int) stored;

-- 25 USD of fees are a whole partner.
create function partner_weight(fee_cents bigint) returns bigint language sql immutable as $$
  select least(1000, greatest(fee_cents, 0) * 2 / 5)
$$;
-- Bad news of a small trade counts a tenth at least.
create function negative_weight(fee_cents bigint) returns bigint language sql immutable as $$
  select greatest(100, partner_weight(fee_cents))
$$;

-- By a network that both signed in from last, or a browser that both were signed in with.
create function of_one_household(one bigint, other bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
      select from circle_of(one) as mine (circle) join circle_of(other) as theirs (circle) on theirs.circle = mine.circle
      where mine.circle <> 'unknown')
    or exists (
      select
      from known_devices mine
      join known_devices theirs on theirs.device_hash = mine.device_hash
      where mine.user_id = one and theirs.user_id = other)
$$;

-- The fee that the operator kept of a trade that went well, in cents, for the owner of its offer; nothing beside a partner whose account
-- was younger than 30 days, or of the owner's own household.
create function counted_fee_cents(trade trades, partner_id bigint) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select case
    when trade.is_same_ip or trade.units <= 0 then 0
    when not exists (
      select from users partner
      where partner.id = counted_fee_cents.partner_id and partner.created_at <= trade.ended_at - interval '30 days') then 0
    when of_one_household(trade.owner_id, counted_fee_cents.partner_id) then 0
    else div(
      trade.usd_cents::numeric * (
        fee_of_share(trade.units, trade.fee_units, coalesce(trade.buyer_share_units, trade.units)) - coalesce(trade.cashback_units, 0)),
      trade.units)::bigint
  end
$$;

-- The sides of trades that were counted, each with what of its fee was counted: a correction takes back the same.
alter table reputation_trades add column fee_cents bigint not null default 0;

-- By statement: `added` and `removed` are the rows as they are and were.
create function weigh_partners() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into user_reputation (user_id)
  select distinct user_id from added order by user_id
  on conflict do nothing;
  perform from user_reputation known where known.user_id in (select added.user_id from added) order by known.user_id for no key update;
  if tg_op = 'INSERT' then
    update user_reputation known
    set weight_partners = known.weight_partners + step.partners, weight_positive = known.weight_positive + step.positive,
      weight_negative = known.weight_negative + step.negative
    from (
      select user_id, sum(partner_weight(fee_cents)) as partners,
        coalesce(sum(partner_weight(fee_cents)) filter (where rating = 1), 0) as positive,
        coalesce(sum(negative_weight(fee_cents)) filter (where rating = -1), 0) as negative
      from added
      group by user_id
    ) as step
    where known.user_id = step.user_id and (step.partners, step.positive, step.negative) <> (0, 0, 0);
  else
    update user_reputation known
    set weight_partners = known.weight_partners + step.partners, weight_positive = known.weight_positive + step.positive,
      weight_negative = known.weight_negative + step.negative
    from (
      select side.user_id, sum(side.sign * partner_weight(side.fee_cents)) as partners,
        coalesce(sum(side.sign * partner_weight(side.fee_cents)) filter (where side.rating = 1), 0) as positive,
        coalesce(sum(side.sign * negative_weight(side.fee_cents)) filter (where side.rating = -1), 0) as negative
      from (
        select user_id, fee_cents, rating, 1 as sign from added
        union all
        select user_id, fee_cents, rating, -1 from removed
      ) as side
      group by side.user_id
    ) as step
    where known.user_id = step.user_id and (step.partners, step.positive, step.negative) <> (0, 0, 0);
  end if;
  return null;
end $$;
create trigger partners_weighed_new after insert on pair_weights
  referencing new table as added for each statement execute function weigh_partners();
create trigger partners_weighed_change after update on pair_weights
  referencing old table as removed new table as added for each statement execute function weigh_partners();

-- Locks by user, then by partner.
create function add_pair_fees(users bigint[], partners bigint[], cents bigint[]) returns void
language sql set search_path = public, pg_temp as $$
  insert into pair_weights as known (user_id, partner_id, fee_cents)
  select one.user_id, one.partner_id, sum(one.cents)
  from unnest(users, partners, add_pair_fees.cents) as one (user_id, partner_id, cents)
  group by one.user_id, one.partner_id
  having sum(one.cents) <> 0
  order by one.user_id, one.partner_id
  on conflict (user_id, partner_id) do update
  set fee_cents = known.fee_cents + excluded.fee_cents
$$;

create function count_fee_of_trade() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.fee_cents := case when new.is_successful then coalesce((
    select counted_fee_cents(trade, new.partner_id)
    from trades trade
    where trade.id = new.trade_id and trade.owner_id = new.user_id), 0) else 0 end;
  return new;
end $$;
create trigger fees_counted_new before insert on reputation_trades
  for each row execute function count_fee_of_trade();
create trigger fees_counted_change before update on reputation_trades
  for each row when (old.is_successful is distinct from new.is_successful) execute function count_fee_of_trade();

create function weigh_endings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform add_pair_fees(array_agg(user_id), array_agg(partner_id), array_agg(fee_cents)) from added where fee_cents <> 0;
  else
    perform add_pair_fees(array_agg(added.user_id), array_agg(added.partner_id), array_agg(added.fee_cents - removed.fee_cents))
    from added
    join removed on removed.user_id = added.user_id and removed.trade_id = added.trade_id
    where added.fee_cents <> removed.fee_cents;
  end if;
  return null;
end $$;
create trigger endings_weighed_new after insert on reputation_trades
  referencing new table as added for each statement execute function weigh_endings();
create trigger endings_weighed_change after update on reputation_trades
  referencing old table as removed new table as added for each statement execute function weigh_endings();

-- Whatever was said last of a trade that counts is what this giver says of this receiver.
create function weigh_feedback() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pair_weights as known (user_id, partner_id, rating)
  select distinct on (receiver_id, giver_id) receiver_id, giver_id, rating
  from added
  where counts
  order by receiver_id, giver_id, updated_at desc, id desc
  on conflict (user_id, partner_id) do update
  set rating = excluded.rating
  where known.rating is distinct from excluded.rating;
  return null;
end $$;
-- By their names these run before what counts feedback: pairs are locked before the figures of their users, as where trades end.
create trigger feedback_added_is_weighed after insert on feedback
  referencing new table as added for each statement execute function weigh_feedback();
create trigger feedback_altered_is_weighed after update on feedback
  referencing old table as removed new table as added for each statement execute function weigh_feedback();

revoke all on function of_one_household, counted_fee_cents, weigh_partners, add_pair_fees, count_fee_of_trade, weigh_endings,
  weigh_feedback from public;

-- A tier lifts the rank, so it takes as many whole partners as a place is worth: twenty are 500 USD of fees.
insert into setting_rules (name, shape, initial, takes_two)
values ('badges.counted_partners', '{"type":"integer","minimum":0,"maximum":1000}', '20', false);
do $$
declare
  made   text := pg_get_functiondef('settle_badges_of_able(bigint[])'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['fact.is_old and fact.has_partners and tier.trades', 'fact.is_old and fact.has_weight and tier.trades'],
    ['fact.sales, fact.has_partners,', 'fact.sales, fact.has_partners, fact.has_weight,'],
    ['''has_partners'', decided.has_partners)',
     '''has_partners'', decided.has_partners and (decided.has_weight or before.badge = ''vendor''))'],
    ['from badge_facts(able) fact', 'from (
      select facts.*, facts.has_partners and coalesce(known.weight_partners, 0)
        >= 1000 * (setting_value(''badges.counted_partners'') #>> ''{}'')::int as has_weight
      from badge_facts(able) facts
      left join user_reputation known on known.user_id = facts.user_id
    ) as fact']]
  loop
    if strpos(made, change[1]) = 0 then raise exception 'badges are decided by another rule: %', change[1]; end if;
    made := replace(made, change[1], change[2]);
  end loop;
  execute made;
end $$;

-- Those of before, by the same rule.
lock table reputation_trades, feedback in share row exclusive mode;
update reputation_trades counted
set fee_cents = counted_fee_cents(trade, counted.partner_id)
from trades trade
where trade.id = counted.trade_id and trade.owner_id = counted.user_id and counted.is_successful
  and counted_fee_cents(trade, counted.partner_id) <> 0;
insert into pair_weights as known (user_id, partner_id, rating)
select distinct on (receiver_id, giver_id) receiver_id, giver_id, rating
from feedback
where counts
order by receiver_id, giver_id, updated_at desc, id desc
on conflict (user_id, partner_id) do update
set rating = excluded.rating;
-- Tiers are looked at again.
insert into badge_sweeps as sweep (upto)
select 0 where exists (select from user_reputation known where known.tier <> 'no_badge')
on conflict on constraint badge_sweeps_pkey do update
set upto = 0;
