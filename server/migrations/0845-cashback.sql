-- A featured offer may give cashback: so much of what is traded as staff said, at most so many dollars a trade, and never more than half of
-- the fee that the trade brings in, so that nobody gains by trading with themselves. It is the operator's: the escrow leaves as before, and
-- beside it a journal of its own pays whoever took the offer out of the fees. The terms are those at the start of the trade.
-- Owned by market/offers, market/moderation and market/trades.

alter table offers
  add column cashback_bp int check (cashback_bp between 1 and 1000),
  add column cashback_max_cents int check (cashback_max_cents between 1 and 1000000),
  add constraint cashback_is_whole check ((cashback_bp is null) = (cashback_max_cents is null)),
  add constraint cashback_is_featured check (cashback_bp is null or featured_until is not null);

-- What whoever took the offer gets when the coins go to the buyer; null for nothing.
alter table trades add column cashback_units bigint check (cashback_units > 0 and cashback_units <= fee_units / 2);

-- Base units; null where there is none. As cashbackUnitsOf in contract/cashback.ts.
create function cashback_of(units bigint, fee_units bigint, usd_cents bigint, cashback_bp int, max_cents int) returns bigint
language sql immutable as $$
  select case when cashback_bp is not null then nullif(least(
    div(units::numeric * cashback_bp, 10000), div(units::numeric * max_cents, greatest(usd_cents, 1)), fee_units / 2), 0)::bigint end
$$;

-- After the trigger that takes the mark from what is rejected, by name.
create function end_cashback() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.cashback_bp := null;
  new.cashback_max_cents := null;
  return new;
end $$;
create trigger offers_unmarked_give_no_cashback before update on offers
  for each row when (new.featured_until is null and new.cashback_bp is not null) execute function end_cashback();

-- As in 0838, and with cashback where `cashback_bp` and `max_cents` say one. Further outcomes: not_admin, because cashback is for
-- administrators to give; above_fee where half of the offer's fee is less than it.
drop function feature_offer(text, int, text, bigint, timestamptz);
create function feature_offer(
  hash text, days int, why text, staff_id bigint, at timestamptz, cashback_bp int default null, max_cents int default null,
  out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chosen offers;
begin
  perform assert_now(at);
  if (days between 1 and (setting_value('offers.featured_days') #>> '{}')::int) is not true then
    raise exception 'no offer is featured for % days', days using errcode = 'check_violation';
  end if;
  -- Two at once count each other.
  perform pg_advisory_xact_lock(7265004);
  chosen := lock_moderated(feature_offer.hash);
  outcome := coalesce(
    kept_from_moderating(chosen, null, feature_offer.staff_id),
    case
      when feature_offer.cashback_bp is not null and not exists (
        select
        from user_roles granted
        where granted.user_id = feature_offer.staff_id and granted.role = 'admin'
      ) then 'not_admin'
      when chosen.featured_until > feature_offer.at then 'unchanged'
      when not chosen.active or chosen.moderation <> 'approved' then 'not_active'
      when feature_offer.cashback_bp > chosen.fee_bp / 2 then 'above_fee'
      when (
        select count(*)
        from offers other
        where other.featured_until > feature_offer.at and other.deleted_at is null
      ) >= (setting_value('offers.featured') #>> '{}')::int then 'full'
    end,
    'done');
  if outcome <> 'done' then
    return;
  end if;
  update offers
  set is_featured = true, featured_until = feature_offer.at + make_interval(days => feature_offer.days),
      cashback_bp = feature_offer.cashback_bp, cashback_max_cents = feature_offer.max_cents
  where offers.id = chosen.id;
  perform add_staff_act(feature_offer.staff_id, 'offer.feature', chosen.hash, feature_offer.why, feature_offer.at);
end $$;

do $$
declare
  change text[];
  made   text;
begin
  foreach change slice 1 in array array[
    -- Each trade has the cashback that its offer gives at that moment.
    ['open_trades(jsonb, int, timestamptz)',
     'and trade.fiat_units between offer.min_units and offer.max_units',
     'and trade.fiat_units between offer.min_units and offer.max_units
      and trade.cashback_units is not distinct from case when offer.featured_until > open_trades.at then
        cashback_of(trade.units, trade.fee_units, trade.usd_cents, offer.cashback_bp, offer.cashback_max_cents) end'],
    -- Not to somebody against whom a moderator has decided.
    ['move_trades(jsonb, timestamptz)', '  shares   bigint[];', '  shares   bigint[];
  takers    bigint[];
  cashbacks bigint[];'],
    ['move_trades(jsonb, timestamptz)', '         array_agg(move.share order by move.place),', '         array_agg(move.share order by move.place),
         array_agg(trade.starter_id order by move.place),
         array_agg(case when move.verb = ''release'' or trade.starter_id = trade.buyer_id then trade.cashback_units end
           order by move.place),'],
    ['move_trades(jsonb, timestamptz)', 'sellers, cents, steps, shares, wanted,', 'sellers, cents, steps, shares, takers, cashbacks, wanted,'],
    ['move_trades(jsonb, timestamptz)', 'sellers, steps, at, shares);', 'sellers, steps, at, shares, takers, cashbacks);']]
  loop
    made := pg_get_functiondef(change[1]::regprocedure);
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;

-- A journal beside the one that leaves the escrow, posted in one go with it: accounts are locked once, by id.
do $$
declare
  change text[];
  made   text := pg_get_functiondef('post_escrow'::regproc);
begin
  foreach change slice 1 in array array[
    ['shares bigint[] DEFAULT NULL::bigint[])',
     'shares bigint[] DEFAULT NULL::bigint[], takers bigint[] DEFAULT NULL::bigint[], cashbacks bigint[] DEFAULT NULL::bigint[])'],
    ['  line_units    bigint[];', '  line_units    bigint[];
  -- Places of those who get cashback.
  given         int[];'],
    ['  posted := post_each(kinds, subjects, at, line_journals, from_names, to_names, line_units);',
     '  -- Of whatever goes to the buyer as a whole.
  if array_length(array_remove(cashbacks, null), 1) > 0 then
    select array_agg(one.place::int), kinds || array_agg(''trade_cashback''::text), subjects || array_agg(one.subject),
      line_journals || array_agg((cardinality(places) + one.number)::int), from_names || array_agg(''house:'' || one.currency || '':fees''),
      to_names || array_agg(available_account(one.taker, one.currency)), line_units || array_agg(one.units)
    into given, kinds, subjects, line_journals, from_names, to_names, line_units
    from (
      select listed.*, listed.trade_id || '':'' || listed.round as subject, row_number() over (order by listed.place) as number
      from unnest(trade_ids, rounds, currencies, steps, takers, cashbacks) with ordinality
        as listed (trade_id, round, currency, step, taker, units, place)
      where listed.step = ''release'' and listed.units is not null
      order by listed.place
    ) as one;
  end if;
  posted := post_each(kinds, subjects, at, line_journals, from_names, to_names, line_units);'],
    ['  return outcomes;
end', '  for here in 1 .. coalesce(cardinality(given), 0) loop
    if outcomes[given[here]] is distinct from ''posted'' or posted[cardinality(places) + here] <> ''posted'' then
      raise exception ''no cashback of trade % without its release'', trade_ids[given[here]] using errcode = ''check_violation'';
    end if;
  end loop;
  return outcomes;
end']]
  loop
    if strpos(made, change[1]) = 0 then raise exception 'what escrows post does not say: %', change[1]; end if;
    made := replace(made, change[1], change[2]);
  end loop;
  execute made;
end $$;
drop function post_escrow(bigint[], int[], text[], bigint[], bigint[], bigint[], bigint[], text[], timestamptz, bigint[]);

revoke all on function cashback_of, end_cashback, feature_offer from public;
revoke all on function
  post_escrow(bigint[], int[], text[], bigint[], bigint[], bigint[], bigint[], text[], timestamptz, bigint[], bigint[], bigint[])
  from public;
grant execute on function feature_offer to parley_web;
-- For the check that what was promised is what the terms say.
grant execute on function cashback_of to parley_web, parley_worker;
