-- The first trade of a newcomer that counts for their ambassador, or why none does: 'waiting' where there is no trade with a fee yet.
create or replace function first_counted_trade(newcomer bigint, ambassador bigint, at timestamp with time zone, out trade_id bigint, out why text)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  trade trades;
begin
  why := 'waiting';
  for trade in
    (select one.* from trades one where one.buyer_id = newcomer and one.released_at is not null order by one.started_at, one.id limit 20)
    union all
    (select one.* from trades one where one.seller_id = newcomer and one.released_at is not null order by one.started_at, one.id limit 20)
    order by started_at, id
  loop
    if coalesce((reward_fee(trade, trade.round)).fee_units, 0) <= 0 or fee_is_reversed(trade) then continue; end if;
    why := reward_doubt(trade, newcomer, ambassador, at);
    if why is null then
      trade_id := trade.id;
      return;
    end if;
  end loop;
end $$;
revoke all on function first_counted_trade(bigint,bigint,timestamp with time zone) from public;
