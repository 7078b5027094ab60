-- The part of a movement of an account that is a fee. A transfer and a seller's escrow take it with the amount; what comes back unpaid is
-- below zero. Of a divided escrow the seller gets back what the operator was not paid.
create or replace function wallet_line_fee(account bigint, journal bigint, journal_kind text, journal_subject text) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce(case
    when journal_kind = 'send_out_reserve' then (select sending.fee_units from send_outs sending where sending.hash = journal_subject)
    when journal_kind = 'send_out_return' then (select -sending.fee_units from send_outs sending where sending.hash = journal_subject)
    when journal_kind = 'spot_fill' then (
      select sum(paid.units)::bigint
      from postings paid
      join ledger_accounts house on house.id = paid.to_account
      join ledger_accounts mine on mine.id = account and mine.currency = house.currency
      where paid.journal_id = journal and house.name = 'house:' || mine.currency || ':fees_spot')
    when journal_kind in ('trade_lock', 'trade_return', 'trade_split') then (
      select case journal_kind
        when 'trade_lock' then trade.fee_units
        when 'trade_return' then -trade.fee_units
        else (
          select coalesce(sum(paid.units), 0)::bigint
          from postings paid
          join ledger_accounts house on house.id = paid.to_account
          where paid.journal_id = journal and house.name = 'house:' || trade.crypto || ':fees') - trade.fee_units
      end
      from trades trade
      join ledger_accounts mine on mine.id = account and mine.name = 'user:' || trade.seller_id || ':' || trade.crypto || ':available'
      where trade.id = split_part(journal_subject, ':', 1)::bigint)
  end, 0)
$$;
revoke all on function wallet_line_fee(bigint,bigint,text,text) from public;
grant execute on function wallet_line_fee(bigint,bigint,text,text) to parley_web, parley_worker;
