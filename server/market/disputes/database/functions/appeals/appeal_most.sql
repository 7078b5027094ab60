-- What a side did not get of an escrow: the most that an appeal can be worth to it.
create or replace function appeal_most(trade trades, role text) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select case role
    when 'buyer' then trade.units - case
      when trade.buyer_share_units is not null then trade.buyer_share_units
      when trade.status = 'dispute_won_buyer' then trade.units
      else 0 end
    else case
      when trade.buyer_share_units is not null then
        trade.buyer_share_units + fee_of_share(trade.units, trade.fee_units, trade.buyer_share_units)
      when trade.status = 'dispute_won_buyer' then trade.units + trade.fee_units
      else 0 end
  end
$$;
revoke all on function appeal_most(trades,text) from public;
