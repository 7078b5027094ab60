-- Posts rewards of fees of products, with one journal for each of the operator's accounts of fees. Raises PR001 where one holds too little.
create or replace function post_product_rewards(currency text, made bigint[], at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  paid record;
  fees text;
begin
  for paid in
    select entry.purpose, min(entry.id) as first, sum(entry.units)::bigint as units
    from reward_entries entry
    where entry.id = any (made) and entry.units > 0
    group by entry.purpose
    order by entry.purpose
  loop
    fees := 'house:' || currency || ':' || paid.purpose;
    if paid.units > (select account.balance_units from ledger_accounts account where account.name = fees) then
      raise exception using errcode = 'PR001', message = 'the fees do not hold the rewards of the batch';
    end if;
    if (post_each(array['reward_accrue'], array[currency || ':' || paid.first], at, array[1],
      array[fees], array['house:' || currency || ':rewards'], array[paid.units]))[1] <> 'posted' then
      raise exception 'the rewards of the batch % were not posted', paid.first using errcode = 'check_violation';
    end if;
  end loop;
end $$;
revoke all on function post_product_rewards(text,bigint[],timestamp with time zone) from public;
