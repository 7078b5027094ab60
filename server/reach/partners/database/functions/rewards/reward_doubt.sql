-- Why a referrer gets nothing of this trade of a referred user; null where nothing speaks against it. A case that staff dismissed ends
-- the rules between its accounts.
create or replace function reward_doubt(trade trades, person bigint, referrer bigint, at timestamp with time zone) returns text
language sql stable set search_path = public, pg_temp as $$
  select coalesce(referrer_obstacle(referrer), case
    when referrer = pair.partner then 'own_trade'
    when doubted.household then 'household'
    when doubted.account then 'payout_account'
    when not is_cleared(array[person, pair.partner]) and (
      select count(distinct before.trade_id) from reward_entries before
      where least(before.person_id, before.partner_id) = least(person, pair.partner)
        and greatest(before.person_id, before.partner_id) = greatest(person, pair.partner)
        and before.units > 0 and before.tier = 1 and before.trade_id <> (trade).id and before.at > reward_doubt.at - interval '30 days'
    ) >= (setting_value('partner.pair_trades') #>> '{}')::int then 'pair_limit'
  end)
  from (select (trade).buyer_id + (trade).seller_id - person as partner) as pair
  cross join lateral (
    select coalesce(bool_or(of_one_household(who.one, who.other) or (trade).is_same_ip and who.is_pair), false) as household,
      coalesce(bool_or(share_payout_account(who.one, who.other)), false) as account
    from (values (person, referrer, false), (person, pair.partner, true), (pair.partner, referrer, false)) as who (one, other, is_pair)
    where not is_cleared(array[who.one, who.other])
  ) as doubted
$$;
revoke all on function reward_doubt(trades,bigint,bigint,timestamp with time zone) from public;
