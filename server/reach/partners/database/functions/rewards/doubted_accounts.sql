-- The accounts that a rule of reward_doubt found together: the other side of the trade may have nothing to do with them.
create or replace function doubted_accounts(rule text, trade_id bigint, person bigint, referrer bigint) returns bigint[]
language sql stable set search_path = public, pg_temp as $$
  select array_agg(distinct account order by account)
  from trades trade
  cross join lateral (select trade.buyer_id + trade.seller_id - person as partner) as pair
  cross join lateral (values (person, referrer, false), (person, pair.partner, true), (pair.partner, referrer, false))
    as who (one, other, is_pair)
  cross join lateral unnest(array[who.one, who.other]) as account
  where trade.id = doubted_accounts.trade_id and not is_cleared(array[who.one, who.other]) and case rule
    when 'household' then of_one_household(who.one, who.other) or (trade.is_same_ip and who.is_pair)
    when 'payout_account' then share_payout_account(who.one, who.other)
    else who.is_pair
  end
$$;
revoke all on function doubted_accounts(text,bigint,bigint,bigint) from public;
