-- After the end of the program: ends every card, and gives what is free on card accounts back to their users as USDT, at the price of now and free of
-- charge, one account for each hash, the smallest first. What merchants hold follows when its hold ends, and so does what comes back later. Moves nothing while the price is
-- stale, a halt stands or the operator has too little: the next call goes on. Returns who got what.
create or replace function return_card_money(hashes text[], at timestamp with time zone) returns TABLE(hash text, user_id bigint, cents bigint, units bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  rate  numeric;
  place int := 0;
begin
  perform assert_now(at);
  if not card_program_over() then return; end if;
  update cards one
  set status = 'terminated', number_sealed = null, number_index = sha256(convert_to(one.hash, 'UTF8')), ended_at = at,
      version = one.version + 1, sent_version = one.sent_version + (one.issuer = 'house_issuer')::int, send_at = at,
      tries = case when one.issuer_ref is null then one.tries else 0 end
  where one.id in (select open.id from cards open where open.status <> 'terminated' order by open.id limit 1000);
  select own.rate into rate from rates own where own.crypto = 'USDT' and own.fiat = 'USD' and own.stale_at > at and not own.is_divergent;
  if rate is null or standing_halt(array['ledger', 'coin_USDT']) is not null then return; end if;
  for user_id in
    select account.user_id
    from card_accounts account
    join ledger_accounts books on books.name = card_account(account.user_id, false) and books.balance_units > 0
    order by books.balance_units, account.user_id
    limit cardinality(hashes)
    for no key update of account skip locked
  loop
    place := place + 1;
    hash := hashes[place];
    perform repay_card_debt(user_id, 'return:' || hash, at);
    cents := card_balance(user_id);
    units := floor(cents * 1e4 / rate);
    continue when units = 0;
    continue when (post_each(
      array['card_withdraw'], array[hash], at, array[1, 1],
      array[card_account(user_id, false), 'house:USDT:inventory'], array['house:USD:inventory', available_account(user_id, 'USDT')],
      array[cents, units]))[1] <> 'posted';
    insert into card_withdrawals (hash, user_id, usd_units, currency, units, at) values (hash, user_id, cents, 'USDT', units, at);
    return next;
  end loop;
end $$;
revoke all on function return_card_money(text[],timestamp with time zone) from public;
grant execute on function return_card_money(text[],timestamp with time zone) to parley_worker;
