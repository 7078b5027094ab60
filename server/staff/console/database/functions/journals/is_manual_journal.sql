-- credit or debit, coin, the operator's account, units, case: `credit:BTC:loss:100000:CASE-12`.
create or replace function is_manual_journal(detail text) returns boolean
language sql immutable as $$
  select detail ~ '^(credit|debit):(BTC|ETH|USDT):(fees|dust|inventory|loss):[1-9][0-9]{0,17}:[A-Z0-9][A-Z0-9-]{2,39}$'
$$;
revoke all on function is_manual_journal(text) from public;
