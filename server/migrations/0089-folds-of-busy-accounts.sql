-- The foreign key locked accounts in the snapshot of the check of the ledger, which failed where their coins moved meanwhile. Owned by money/ledger.
alter table ledger_folds drop constraint ledger_folds_account_id_fkey;
