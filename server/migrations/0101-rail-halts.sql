-- Withdrawals of one chain can be stopped while the other goes on: a payment that is stuck on Bitcoin says nothing about
-- Ethereum. Owned by money/ledger.

alter table halts drop constraint halts_name_check;
alter table halts add constraint halts_name_check
  check (name in ('money_out', 'bitcoin_out', 'ethereum_out', 'new_trades', 'releases', 'ledger'));
