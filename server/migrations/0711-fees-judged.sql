-- What a seller pays stood on the offer, where the web wrote it: a perk stayed there after its end, and who sold to an offer to buy paid
-- without theirs. One function of the database judges it where the coins are locked: the lowest of the method's base, the perks of
-- whoever sells, and what an expert trader chose for the offer. The offer keeps a copy, for lists. Owned by market/offers.

-- The least that an expert trader may choose, in percent of the base.
insert into setting_rules (name, shape, initial, takes_two)
values ('offers.manual_fee_least_share', '{"type":"integer","minimum":0,"maximum":100}', '50', true);

-- As the catalog: its group, or the class of its own.
create table method_fees (
  method_id int  primary key,
  class     text not null
);
insert into method_fees (method_id, class)
select id, 'bank-transfers'
from unnest(array[
    196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218,
    219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241,
    242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255, 256, 257, 258, 259, 260, 261, 262, 263, 264,
    265, 266, 267, 268, 269, 270, 271, 272, 273, 274, 275, 276, 277, 278, 279, 280, 281, 282, 283, 284, 285, 286, 287,
    288, 289, 290]) as id
union all
select id, 'online-transfers'
from unnest(array[
    14, 291, 292, 293, 294, 295, 296, 297, 298, 299, 300, 301, 302, 303, 304, 305, 306, 307, 308, 309, 310, 311, 312,
    313, 314, 315, 316, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328, 329, 330, 331, 332, 333, 334, 335,
    336, 337, 338, 339, 340, 341, 342, 343, 344, 345, 346, 347, 348, 349, 350, 351, 352, 353, 354, 355, 356, 357, 358,
    359, 360, 361, 362, 363, 364, 365, 366, 367, 368, 369, 370, 371, 372, 373, 374, 375, 376, 377, 378, 379, 380, 381,
    382, 383, 384, 385, 386, 387, 388, 389, 390, 391, 392, 393, 394, 395, 396, 397, 398, 399, 400, 401, 402, 403, 404,
    405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 419, 420, 421, 422, 423, 424, 425, 426, 427,
    428, 429, 430, 431, 432, 433, 434, 435, 436, 437, 438, 439, 440, 441, 442, 443, 444, 445, 446, 447, 448, 449, 450]) as id
union all
select id, 'mobile-money'
from unnest(array[
    451, 452, 453, 454, 455, 456, 457, 458, 459, 460, 461, 462, 463, 464, 465, 466, 467, 468, 469, 470, 471, 472, 473,
    474, 475, 476, 477, 478, 479, 480, 481, 482, 483, 484, 485, 486, 487, 488, 489, 490, 491, 492, 493, 494, 495, 496,
    497, 498, 499, 500, 501, 502, 503, 504, 505, 506, 507, 508, 509, 510, 511, 512, 513, 514, 515, 516, 517, 518, 519]) as id
union all
select id, 'cash-deposits'
from unnest(array[
    1, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529, 530, 531, 532, 533, 534, 535, 536, 537, 538, 539, 540, 541,
    542]) as id
union all
select id, 'debitcredit-cards'
from unnest(array[
    142, 543, 544, 545, 546, 547, 548, 549, 550, 551, 552, 553, 554, 555, 556, 557, 558, 559, 560, 561, 562, 563, 564,
    565, 566, 567, 568, 569, 570]) as id
union all
select id, 'gift-cards'
from unnest(array[
    4, 195, 573, 574, 575, 576, 577, 578, 579, 580, 581, 582, 583, 584, 585, 586, 587, 588, 589, 590, 591, 592, 593,
    594, 595, 596, 597, 598, 599, 600, 601, 602, 603, 604, 605, 606, 607, 608, 609, 610, 611, 612, 613, 614, 615, 616,
    617, 618, 619, 620, 621, 622, 623, 624, 625, 626, 627, 628, 629, 630]) as id
union all
select id, 'high'
from unnest(array[
    571, 572]) as id
union all
select id, 'digital-currencies'
from unnest(array[
    631, 632, 633, 634, 635, 636, 637, 638, 639, 640, 641, 642, 643, 644, 645, 646, 647, 648, 649, 650, 651, 652, 653,
    654, 655, 656]) as id
union all
select id, 'goods-and-services'
from unnest(array[
    657, 658, 659, 660, 661, 662, 663, 664, 665, 666, 667, 668, 669, 670, 671]) as id
union all
select id, 'services'
from unnest(array[
    672, 673, 674, 675, 676]) as id;
grant select on method_fees to parley_web, parley_worker;

alter table offers add column manual_fee_bp int check (manual_fee_bp between 0 and 2000);
create index offers_with_manual_fee on offers (id) where manual_fee_bp is not null and deleted_at is null;

create function base_fee_bp(method_id int) returns int
language sql stable security definer set search_path = public, pg_temp as $$
  select case method.class
    when 'high' then (setting_value('offers.high_fee_bp') #>> '{}')::int
    else coalesce((setting_value('offers.fee_bp') ->> method.class)::int, 100)
  end
  from method_fees method
  where method.method_id = base_fee_bp.method_id
$$;

create function least_manual_fee_bp(method_id int) returns int
language sql stable security definer set search_path = public, pg_temp as $$
  select ceil(
    base_fee_bp(least_manual_fee_bp.method_id)
    * (setting_value('offers.manual_fee_least_share') #>> '{}')::numeric / 100)::int
$$;

-- Hundredths of a percent that somebody pays who sells by a method at that time; `manual_bp` is what was chosen for an offer of theirs,
-- which counts for as long as they are an expert trader. Null for a method that nobody knows.
create function fee_bp_of(seller_id bigint, method_id int, manual_bp int, at timestamptz) returns int
language sql stable security definer set search_path = public, pg_temp as $$
  select least(
    base.fee_bp,
    (
      select min(perk.fee_bp)
      from offer_perks perk
      where perk.user_id = fee_bp_of.seller_id and perk.method_id in (0, fee_bp_of.method_id)
        and (perk.valid_until is null or perk.valid_until > fee_bp_of.at)
    ),
    case when fee_bp_of.manual_bp is not null then (
      select greatest(fee_bp_of.manual_bp, least_manual_fee_bp(fee_bp_of.method_id))
      from user_reputation known
      where known.user_id = fee_bp_of.seller_id and known.tier = 'expert_trader'
    ) end)
  from (select base_fee_bp(fee_bp_of.method_id) as fee_bp) as base
  where base.fee_bp is not null
$$;

-- The copy for lists: of an offer to sell what its owner pays, of one to buy what anybody does. Nobody else writes it.
create function note_offer_fee() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.fee_bp := case new.side
    when 'sell' then fee_bp_of(new.owner_id, new.method_id, new.manual_fee_bp, market_now())
    else base_fee_bp(new.method_id)
  end;
  return new;
end $$;
create trigger offer_fees_noted before insert or update of method_id, manual_fee_bp, fee_bp on offers
  for each row execute function note_offer_fee();

-- The copies on offers of these methods, after a fee in the settings has changed.
create function settle_method_fees(method_ids int[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with locked as (
    select offer.id
    from offers offer
    where offer.method_id = any (method_ids) and offer.deleted_at is null
      and offer.fee_bp is distinct from case offer.side
        when 'sell' then fee_bp_of(offer.owner_id, offer.method_id, offer.manual_fee_bp, market_now())
        else base_fee_bp(offer.method_id)
      end
    order by offer.id
    for no key update
  )
  update offers
  set fee_bp = 0
  from locked
  where offers.id = locked.id
$$;

-- The copies on offers whose owner's perk or tier has come or gone; what has ended is forgotten. Whose they were.
create function settle_fees() returns setof bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
  with wanted as (
    select offer.id
    from (select distinct perk.user_id from offer_perks perk) as discounted
    join offers offer on offer.owner_id = discounted.user_id and offer.side = 'sell' and offer.deleted_at is null
    union
    select offer.id
    from offers offer
    where offer.manual_fee_bp is not null and offer.deleted_at is null
  ), locked as (
    select offer.id
    from wanted
    join offers offer on offer.id = wanted.id
    where offer.fee_bp is distinct from fee_bp_of(offer.owner_id, offer.method_id, offer.manual_fee_bp, market_now())
    order by offer.id
    for no key update of offer
  ), settled as (
    update offers
    set fee_bp = 0
    from locked
    where offers.id = locked.id
    returning offers.owner_id
  )
  select distinct settled.owner_id from settled;
  delete from offer_perks perk where perk.valid_until <= market_now();
end $$;

-- As before; the fee is judged here, and not read from the offer.
create or replace function open_trades(made jsonb, fund_minutes int, at timestamptz)
returns table (place int, outcome text) language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off as $$
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
      offer.active and trade.owner_id = offer.owner_id and trade.starter_id <> offer.owner_id
      and trade.offer_type = offer.side and trade.crypto = offer.crypto and trade.fiat_code = offer.fiat
      and trade.payment_method_id = offer.method_id and trade.flow_type = offer.flow_type
      and trade.window_minutes = offer.payment_window_min
      and trade.fiat_units between offer.min_units and offer.max_units
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
-- A function that is made anew keeps nothing of how it was set.
alter function open_trades(jsonb, int, timestamptz) set plan_cache_mode = force_generic_plan;
alter function open_trades(jsonb, int, timestamptz) set enable_hashjoin = off;
alter function open_trades(jsonb, int, timestamptz) set enable_mergejoin = off;

-- What a page keeps for its reader has the reader's fee.
create trigger viewers_of_perks after insert or update on offer_perks
  for each row execute function note_viewer('user_id');
create trigger viewers_of_gone_perks after delete on offer_perks
  referencing old table as touched for each statement execute function note_viewers('user_id');

revoke all on function
  base_fee_bp, least_manual_fee_bp, fee_bp_of, note_offer_fee, settle_method_fees, settle_fees from public;
grant execute on function base_fee_bp, least_manual_fee_bp, fee_bp_of to parley_web, parley_worker;
grant execute on function settle_method_fees, settle_fees to parley_worker;

-- What a seller pays is no process's to write.
do $$
declare
  login text;
begin
  foreach login in array array['parley_web', 'parley_worker', 'parley_chain'] loop
    execute format('revoke insert (fee_bp), update (fee_bp) on offers from %I', login);
    execute format('grant insert (manual_fee_bp), update (manual_fee_bp) on offers to %I', login);
  end loop;
end $$;

-- Copies as they are judged from now on.
update offers
set fee_bp = 0
where deleted_at is null;
do $$
begin
  if exists (
    select
    from offers offer
    where offer.deleted_at is null
      and offer.fee_bp is distinct from case offer.side
        when 'sell' then fee_bp_of(offer.owner_id, offer.method_id, offer.manual_fee_bp, market_now())
        else base_fee_bp(offer.method_id)
      end
  ) then
    raise exception 'an offer has another fee than is judged';
  end if;
end $$;
