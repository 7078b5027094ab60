-- Trades of referred users whose fee was booked ('fee'), or whose chargeback moved on ('review'), for the next batch.
create or replace function note_reward_dues(kind text, hashes text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into reward_dues (kind, trade_id, round, currency)
  select note_reward_dues.kind, trade.id, trade.round, trade.crypto
  from trades trade
  where trade.hash = any (hashes) and case note_reward_dues.kind
    when 'fee' then exists (
      select from referrals came where came.user_id in (trade.buyer_id, trade.seller_id) and came.tier1 is not null)
    else exists (select from reward_entries entry where entry.trade_id = trade.id and entry.reverses is null)
      or exists (select from reward_dues waiting where waiting.kind = 'fee' and waiting.trade_id = trade.id)
  end
  order by trade.id
  on conflict do nothing
$$;
revoke all on function note_reward_dues(text,text[]) from public;
grant execute on function note_reward_dues(text,text[]) to parley_worker;
