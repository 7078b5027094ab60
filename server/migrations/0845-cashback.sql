-- A featured offer may give cashback: so much of what is traded as two administrators said, at most so many dollars a trade, and never more than
-- half of the fee that the trade brings in, so that nobody gains by trading with themselves. It is the operator's: the escrow leaves as
-- before, and beside it a journal of its own pays whoever took the offer out of the fees. The terms are those at the start of the trade.
-- Owned by market/offers, market/trades and outward/staff.

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

-- What is given: the id of an offer, hundredths of a percent, cents.
create function cashback_fits(user_id bigint, detail text) returns boolean language sql stable set search_path = public, pg_temp as $$
  select cashback_fits.detail ~ '^[A-Za-z0-9]{10,32}:[1-9][0-9]{0,3}:[1-9][0-9]{0,6}$'
    and split_part(cashback_fits.detail, ':', 2)::int <= 1000 and split_part(cashback_fits.detail, ':', 3)::int <= 1000000
    and exists (select from users person where person.id = cashback_fits.user_id)
$$;

create function cashback_stands(user_id bigint, detail text) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from offers offer
    where offer.hash = split_part(cashback_stands.detail, ':', 1) and offer.owner_id = cashback_stands.user_id
      and offer.featured_until > market_now() and offer.cashback_bp::text = split_part(cashback_stands.detail, ':', 2)
      and offer.cashback_max_cents::text = split_part(cashback_stands.detail, ':', 3))
$$;

-- Why it is not given; null where it may be.
create function cashback_fault(user_id bigint, detail text, at timestamptz) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when (offer.featured_until > cashback_fault.at) is not true then 'not_featured'
    when split_part(cashback_fault.detail, ':', 2)::int > offer.fee_bp / 2 then 'above_fee'
  end
  from (values (split_part(cashback_fault.detail, ':', 1))) as wanted (hash)
  left join offers offer on offer.hash = wanted.hash and offer.owner_id = cashback_fault.user_id and offer.deleted_at is null
$$;

create function give_cashback(user_id bigint, detail text, at timestamptz) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  chosen offers := lock_moderated(split_part(detail, ':', 1));
begin
  if cashback_fault(give_cashback.user_id, give_cashback.detail, give_cashback.at) is not null then return false; end if;
  update offers
  set cashback_bp = split_part(give_cashback.detail, ':', 2)::int,
      cashback_max_cents = split_part(give_cashback.detail, ':', 3)::int
  where offers.id = chosen.id;
  return true;
end $$;

alter table staff_changes drop constraint staff_changes_kind_check;
alter table staff_changes add constraint staff_changes_kind_check check (
  kind in ('grant_role', 'set_level', 'lift_halt', 'set_setting', 'post_journal', 'give_badge', 'give_perk', 'give_cashback'));

do $$
declare
  change text[];
  made   text;
begin
  foreach change slice 1 in array array[
    ['change_by_staff(text, text, bigint, text, text, bigint, timestamptz)',
     '    when kind = ''give_perk'' then perk_fits(detail)',
     '    when kind = ''give_cashback'' then cashback_fits(user_id, detail)
    when kind = ''give_perk'' then perk_fits(detail)'],
    ['change_by_staff(text, text, bigint, text, text, bigint, timestamptz)',
     '    when not exists (select from spend_proofs(',
     '    when kind = ''give_cashback'' and cashback_fault(user_id, detail, at) is not null then
      cashback_fault(user_id, detail, at)
    when not exists (select from spend_proofs('],
    ['confirm_staff_change(text, bigint, timestamptz)',
     '    when not exists (select from spend_proofs(',
     '    when change.kind = ''give_cashback'' and cashback_fault(change.user_id, change.detail, at) is not null then
      cashback_fault(change.user_id, change.detail, at)
    when not exists (select from spend_proofs('],
    ['staff_change_subject(text, bigint, text)',
     '    when ''give_perk'' then',
     '    when ''give_cashback'' then case when not cashback_stands(user_id, detail) then
      ''staff_give_cashback:'' || user_id || '':'' || detail end
    when ''give_perk'' then'],
    ['takes_second_person(text, bigint, text)',
     '    when ''give_perk'' then true',
     '    when ''give_perk'' then true
    when ''give_cashback'' then true'],
    ['staff_change_act(text)',
     '    when ''give_perk'' then ''perk.give''',
     '    when ''give_perk'' then ''perk.give''
    when ''give_cashback'' then ''cashback.give'''],
    ['make_staff_change(text, bigint, text, text, bigint, bigint, timestamptz)',
     '  elsif kind = ''give_badge'' then',
     '  elsif kind = ''give_cashback'' then
    return give_cashback(user_id, detail, at);
  elsif kind = ''give_badge'' then'],
    -- What has ended and is not taken away yet does not come back with a new mark.
    ['feature_offer(text, int, text, bigint, timestamptz)', 'set is_featured = true, featured_until',
     'set is_featured = true, cashback_bp = null, cashback_max_cents = null, featured_until'],
    -- A seller who took the offer has a part of the fee back: no more is made good to them than they lost.
    ['decide_chargeback(text, bigint, text, text, bigint, timestamptz)',
     '(found.trade).units + (found.trade).fee_units)',
     '(found.trade).units + (found.trade).fee_units - case when (found.trade).starter_id = (found.trade).seller_id then
      coalesce((found.trade).cashback_units, 0) else 0 end)'],
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

revoke all on function cashback_of, end_cashback, cashback_fits, cashback_stands, cashback_fault, give_cashback from public;
revoke all on function
  post_escrow(bigint[], int[], text[], bigint[], bigint[], bigint[], bigint[], text[], timestamptz, bigint[], bigint[], bigint[])
  from public;
-- The signer looks at what stands before it writes a proof.
grant select (hash, owner_id, featured_until, cashback_bp, cashback_max_cents) on offers to parley_signer;
grant execute on function cashback_stands to parley_signer;
