-- Card money back into USDT at the price of now, free of charge. What is owed is paid first, and what is held stays. The outcome: withdrawn; price where
-- it would be less than `lowest`; stale; insufficient; unavailable where the operator has too little; halted:<name>; or why this user may not.
create or replace function withdraw_card_money(hash text, user_id bigint, cents bigint, lowest bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  rate   numeric;
  units  bigint;
  answer text;
begin
  perform assert_now(at);
  perform from card_accounts account where account.user_id = withdraw_card_money.user_id for no key update;
  select own.rate into rate from rates own where own.crypto = 'USDT' and own.fiat = 'USD' and own.stale_at > at and not own.is_divergent;
  units := floor(cents * 1e4 / rate);
  answer := case
    when units is null then 'stale'
    when units < lowest then 'price'
    when cents > card_balance(user_id) then 'insufficient'
    else coalesce('halted:' || standing_halt(array['ledger', 'coin_USDT']), kept_from_converting(user_id)) end;
  if answer is not null then return answer; end if;
  answer := (post_each(
    array['card_withdraw'], array[hash], at, array[1, 1],
    array[card_account(user_id, false), 'house:USDT:inventory'], array['house:USD:inventory', available_account(user_id, 'USDT')],
    array[cents, units]))[1];
  if answer <> 'posted' then return 'unavailable'; end if;
  insert into card_withdrawals (hash, user_id, usd_units, currency, units, at) values (hash, user_id, cents, 'USDT', units, at);
  return 'withdrawn';
end $$;
revoke all on function withdraw_card_money(text,bigint,bigint,bigint,timestamp with time zone) from public;
grant execute on function withdraw_card_money(text,bigint,bigint,bigint,timestamp with time zone) to parley_web;
