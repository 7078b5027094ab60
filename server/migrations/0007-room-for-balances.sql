-- A balance is written at every journal, and a full page makes each such write move the row and touch every index of
-- the table. With room left in the pages the new version stays beside the old one. The same holds for the two small
-- tables that every ended trade writes. Owned by money/ledger and people/reputation.

alter table ledger_accounts set (fillfactor = 60);
alter table user_volumes set (fillfactor = 60);
alter table user_reputation set (fillfactor = 70);
