-- What others know of a trader is counted by the database from the rows that say it: trades that ended, feedback of such a
-- trade, who trusts and blocks whom, offers that are active. No process writes those figures, lifts a restriction or
-- gives a discount any more; workers refresh what is computed from them.
-- Owned by people/reputation.

-- By the operator, as its owner.
revoke insert, update, delete on user_restrictions, offer_perks from parley_web, parley_worker, parley_chain;

alter function count_offers() security definer;
alter function count_offers() set search_path = public, pg_temp;
revoke insert, update, delete on offer_counts, offer_totals from parley_web, parley_worker, parley_chain;
revoke insert, update, delete on offer_watermarks from parley_web, parley_chain;

-- Counts trades that have ended for both their sides, each once however often it is asked; a second end of one corrects the
-- first. Locks the trades in id order, then volumes by user and currency.
create function count_endings(trade_ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1
  from trades trade
  where trade.id = any(trade_ids)
  order by trade.id
  for no key update;
  insert into user_volumes as known (user_id, currency, units)
  select side.user_id, trade.crypto, sum(trade.units)::bigint
  from trades trade
  cross join lateral (values (trade.buyer_id), (trade.seller_id)) as side (user_id)
  left join reputation_trades counted on counted.user_id = side.user_id and counted.trade_id = trade.id
  where trade.id = any(trade_ids) and trade.ended_at is not null
    and trade.status in ('released', 'dispute_won_buyer') and counted.is_successful is not true
  group by side.user_id, trade.crypto
  order by side.user_id, trade.crypto
  on conflict (user_id, currency) do update
  set units = known.units + excluded.units;
  insert into reputation_trades as known (user_id, trade_id, partner_id, at, is_successful, role, took_sec)
  select side.user_id, trade.id, side.partner_id, trade.ended_at, trade.status in ('released', 'dispute_won_buyer'), side.role,
    case when side.took is not null then greatest(0, round(extract(epoch from side.took))) end::int
  from trades trade
  cross join lateral (values
    (trade.buyer_id, trade.seller_id, 'buyer', trade.paid_at - trade.started_at),
    (trade.seller_id, trade.buyer_id, 'seller',
      case when trade.status in ('released', 'dispute_won_buyer') then trade.released_at - trade.paid_at end)
  ) as side (user_id, partner_id, role, took)
  where trade.id = any(trade_ids) and trade.ended_at is not null
  order by trade.id, side.user_id
  on conflict (user_id, trade_id) do update
  set is_successful = excluded.is_successful, at = excluded.at;
end $$;
revoke all on function count_endings(bigint[]) from public;
grant execute on function count_endings(bigint[]) to parley_web, parley_worker;

-- Feedback is one side's about the other, of their trade that went well, and counts as that trade's sum says. The owner
-- fills a demo market.
create function feedback_is_of_its_trade() returns trigger language plpgsql as $$
begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then return new; end if;
  if (tg_op = 'INSERT' or (new.giver_id, new.receiver_id) = (old.giver_id, old.receiver_id)) and exists (
    select
    from trades trade
    where trade.hash = new.trade_hash and trade.status in ('released', 'dispute_won_buyer')
      and case new.giver_role when 'buyer' then (trade.buyer_id, trade.seller_id) else (trade.seller_id, trade.buyer_id) end
        = (new.giver_id, new.receiver_id)
      and trade.payment_method_id = new.payment_method_id and trade.crypto = new.crypto
      and new.counts = (trade.usd_cents >= 1000 or (tg_op = 'UPDATE' and old.counts))
  ) then return new; end if;
  raise exception 'this is no feedback of its trade' using errcode = 'check_violation';
end $$;
create trigger feedback_is_of_its_trade before insert or update on feedback
  for each row execute function feedback_is_of_its_trade();

-- By statement: `added` and `removed` are the rows as they are and were.
create function count_feedback() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform move_feedback(array_agg(receiver_id), array_agg(rating), array_agg(1)) from added where counts;
  else
    perform move_feedback(array_agg(step.receiver_id), array_agg(step.rating), array_agg(step.by))
    from (
      select receiver_id, rating, 1 as by from added where counts
      union all
      select receiver_id, rating, -1 from removed where counts
    ) as step;
  end if;
  return null;
end $$;
create function move_feedback(receivers bigint[], ratings int[], steps int[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into user_reputation (user_id)
  select distinct receiver
  from unnest(receivers) as receiver
  order by receiver
  on conflict do nothing;
  update user_reputation
  set feedback_positive = feedback_positive + moved.positive, feedback_negative = feedback_negative + moved.negative
  from (
    select one.receiver, sum(one.step * (one.rating = 1)::int) as positive, sum(one.step * (one.rating = -1)::int) as negative
    from unnest(receivers, ratings, steps) as one (receiver, rating, step)
    group by one.receiver
  ) as moved
  where user_reputation.user_id = moved.receiver and (moved.positive <> 0 or moved.negative <> 0);
end $$;
create trigger feedback_counted_new after insert on feedback
  referencing new table as added for each statement execute function count_feedback();
create trigger feedback_counted_change after update on feedback
  referencing old table as removed new table as added for each statement execute function count_feedback();

-- Whom somebody trusts and blocks, for those and for who blocks.
create function count_relations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into user_reputation (user_id)
  select distinct person
  from added
  cross join lateral (values (added.user_id), (added.other_id)) as side (person)
  order by person
  on conflict do nothing;
  update user_reputation
  set trusted_count = trusted_count + sums.trusted, blocked_count = blocked_count + sums.blocked,
      blocks_others_count = blocks_others_count + sums.blocks
  from (
    select side.person, sum(side.trusted) as trusted, sum(side.blocked) as blocked, sum(side.blocks) as blocks
    from added
    join removed on removed.user_id = added.user_id and removed.other_id = added.other_id
    cross join lateral (values
      (added.other_id, added.is_trusted::int - removed.is_trusted::int, added.is_blocked::int - removed.is_blocked::int, 0),
      (added.user_id, 0, 0, added.is_blocked::int - removed.is_blocked::int)
    ) as side (person, trusted, blocked, blocks)
    group by side.person
  ) as sums
  where user_reputation.user_id = sums.person;
  return null;
end $$;
create trigger relations_counted after update on user_relations
  referencing old table as removed new table as added for each statement execute function count_relations();
-- A pair begins as nothing, and is changed then: what it begins as would not be counted.
revoke insert, delete on user_relations from parley_web, parley_worker, parley_chain;
grant insert (user_id, other_id, changed_at) on user_relations to parley_web;
revoke update on user_relations from parley_web, parley_worker, parley_chain;
grant update (is_trusted, is_blocked, changed_at) on user_relations to parley_web;

revoke all on function move_feedback(bigint[], int[], int[]), count_feedback(), count_relations() from public;
revoke insert, update, delete on user_reputation, user_volumes, reputation_trades, feedback from parley_chain;
revoke insert, update, delete on user_reputation, user_volumes, reputation_trades from parley_web, parley_worker;
-- What a worker computes from the trades that were counted.
grant insert (user_id, trades_total, trades_successful, partners_total, month_trades, month_successful, release_median_sec,
  payment_median_sec, first_trade_at) on user_reputation to parley_worker;
grant update (trades_total, trades_successful, partners_total, month_trades, month_successful, release_median_sec,
  payment_median_sec, first_trade_at) on user_reputation to parley_worker;
