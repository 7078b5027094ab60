-- The trade, locked, with the caller's side in it.
create or replace function trade_of_side(hash text, user_id bigint, side text, at timestamp with time zone) returns trades
language plpgsql set search_path = public, pg_temp as $$
declare
  trade trades;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[user_id]);
  select one.* into trade from trades one where one.hash = trade_of_side.hash for update;
  if (case side when 'buyer' then trade.buyer_id else trade.seller_id end) is distinct from user_id then
    raise exception 'this is not the % of the trade %', side, hash using errcode = 'insufficient_privilege';
  end if;
  return trade;
end $$;
revoke all on function trade_of_side(text,bigint,text,timestamp with time zone) from public;
