-- Returns all of a user's bond in one journal. Locks the user, the offers that the bond secures, so that no trade starts
-- meanwhile, then the ledger's accounts. The outcome: returned, nothing, in_trade, locked, on_hold, restricted, halted:<name>.
create or replace function return_bond(user_id bigint, hash text, at timestamp with time zone) returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
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
revoke all on function return_bond(bigint,text,timestamp with time zone) from public;
grant execute on function return_bond(bigint,text,timestamp with time zone) to parley_web;
