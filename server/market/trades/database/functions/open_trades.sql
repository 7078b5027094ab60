-- Opens trades on offers and locks the sellers' coins, for any number at once. `made` are whole rows of trades as they
-- begin, funded. Outcomes by place, from 1: locked; unfunded where a seller who took the offer is short, who may fund
-- within so many minutes; insufficient where the owner is short, and nothing is written; halted:<name>.
create or replace function open_trades(made jsonb, fund_minutes integer, at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' set enable_hashjoin = 'off' set enable_mergejoin = 'off' as $$
#variable_conflict use_column
declare
  rows     trades[];
  ids      bigint[];
  rounds   int[];
  coins    text[];
  amounts  bigint[];
  fees     bigint[];
  buyers   bigint[];
  sellers  bigint[];
  starters bigint[];
  steps    text[];
  outcomes text[];
  posted   text[];
  locked   bigint[] := '{}';
  unfunded bigint[] := '{}';
begin
  perform assert_now(at);
  select array_agg(trade order by one.ordinality), array_agg(trade.id order by one.ordinality),
         array_agg(trade.round order by one.ordinality), array_agg(trade.crypto order by one.ordinality),
         array_agg(trade.units order by one.ordinality), array_agg(trade.fee_units order by one.ordinality),
         array_agg(trade.buyer_id order by one.ordinality), array_agg(trade.seller_id order by one.ordinality),
         array_agg(trade.starter_id order by one.ordinality)
  into rows, ids, rounds, coins, amounts, fees, buyers, sellers, starters
  from jsonb_array_elements(made) with ordinality as one (row, ordinality)
  cross join lateral jsonb_populate_record(null::trades, one.row) as trade;
  if rows is null then return; end if;

  perform assert_may_act_for(starters);
  if exists (
    select
    from unnest(rows) as trade
    left join offers offer on offer.hash = trade.offer_hash
    where (
      offer.is_on and offer.deleted_at is null
      and case when offer.partner_id is null then offer.hold is null or (offer.hold = 'silent' and offer.is_silent)
        else offer.hold = 'special' and offer.partner_id = trade.starter_id and offer.special_until > open_trades.at end
      and trade.owner_id = offer.owner_id and trade.starter_id <> offer.owner_id
      and trade.offer_type = offer.side and trade.crypto = offer.crypto and trade.fiat_code = offer.fiat
      and trade.payment_method_id = offer.method_id and trade.flow_type = offer.flow_type
      and trade.window_minutes = offer.payment_window_min
      and not exists (
        select from users side where side.id in (trade.buyer_id, trade.seller_id) and side.is_demo <> trade.is_demo)
      and (trade.payment_country, trade.payment_subdivision, trade.payment_city)
        is not distinct from (offer.payment_country, offer.payment_subdivision, offer.payment_city) and trade.no_third_parties = offer.no_third_parties and trade.bank_reference is not distinct from offer.bank_reference
      and trade.fiat_units between offer.min_units and offer.max_units
      and trade.cashback_units is not distinct from case when offer.featured_until > open_trades.at then
        cashback_of(trade.units, trade.fee_units, trade.usd_cents, offer.cashback_bp, offer.cashback_max_cents) end
      and trade.seller_id = case offer.side when 'sell' then offer.owner_id else trade.starter_id end
      and trade.buyer_id = case offer.side when 'sell' then trade.starter_id else offer.owner_id end
      and trade.fee_units = ceil(trade.units::numeric * fee_bp_of(
        trade.seller_id, offer.method_id, case offer.side when 'sell' then offer.manual_fee_bp end, open_trades.at) / 10000)
    ) is not true
  ) then
    raise exception 'this is no trade of its offer' using errcode = 'check_violation';
  end if;
  if exists (
    select
    from unnest(rows) as trade
    where (
      trade.status = 'active_funded' and trade.version = 1 and trade.round = 1 and trade.started_at = open_trades.at
      and trade.funded_at = open_trades.at
      and trade.expires_at = open_trades.at + make_interval(mins => trade.window_minutes)
      and not trade.was_ever_paid and not trade.is_reopened and trade.extended_times = 0
    ) is not true
    or num_nonnulls(trade.details_revealed_at, trade.owner_responded_at, trade.paid_at, trade.released_at, trade.ended_at,
         trade.reopen_asked_at, trade.dispute_opened_at, trade.dispute_opened_by, trade.dispute_reason, trade.dispute_text,
         trade.buyer_feedback_at, trade.seller_feedback_at) > 0
  ) then
    raise exception 'this is not how a trade begins' using errcode = 'check_violation';
  end if;

  steps := array_fill('lock'::text, array[cardinality(ids)]);
  outcomes := escrow_halts(coins, steps);
  for here in 1 .. cardinality(ids) loop
    if outcomes[here] is not null then steps[here] := null; end if;
  end loop;
  posted := post_escrow(ids, rounds, coins, amounts, fees, buyers, sellers, steps, at);
  for here in 1 .. cardinality(ids) loop
    outcomes[here] := coalesce(outcomes[here], posted[here]);
    if outcomes[here] = 'duplicate' then raise exception 'this trade was opened before' using errcode = 'unique_violation'; end if;
    if outcomes[here] = 'posted' then
      outcomes[here] := 'locked';
      locked := locked || ids[here];
    elsif outcomes[here] = 'insufficient' and sellers[here] = starters[here] then
      outcomes[here] := 'unfunded';
      unfunded := unfunded || ids[here];
    end if;
  end loop;

  insert into trades overriding system value
  select trade.*
  from unnest(rows) as trade
  where trade.id = any (locked);
  if cardinality(unfunded) > 0 then
    insert into trades overriding system value
    select begun.*
    from unnest(rows) as trade
    cross join lateral jsonb_populate_record(trade, jsonb_build_object(
      'status', 'not_funded', 'funded_at', null, 'expires_at', at + make_interval(mins => fund_minutes))) as begun
    where trade.id = any (unfunded);
  end if;
  insert into trade_transitions (trade_id, verb, actor, actor_id, status, at)
  select one.id, 'start', case one.starter when one.buyer then 'buyer' else 'seller' end, one.starter,
         case one.outcome when 'locked' then 'active_funded' else 'not_funded' end, open_trades.at
  from unnest(ids, starters, buyers, outcomes) with ordinality as one (id, starter, buyer, outcome, place)
  where one.outcome in ('locked', 'unfunded')
  order by one.place;
  return query select number, outcomes[number] from generate_series(1, cardinality(ids)) as number;
end $$;
revoke all on function open_trades(jsonb,integer,timestamp with time zone) from public;
grant execute on function open_trades(jsonb,integer,timestamp with time zone) to parley_web, parley_worker;
