-- The invariants were looked at over everything, each minute: the longer the history the slower. Now a minute's check looks at
-- what committed since the last one and at what is open; a night's check looks at everything. Ids say nothing about commits: a
-- transaction that began before a check may commit after it. Each journal has the number of the transaction that wrote it, and
-- the watermark is the snapshot that a check saw: what is not visible in it is new. Owned by money/ledger.

-- Null in journals of before, which the first check looks at with everything else.
alter table journals add column xid xid8;
alter table journals alter column xid set default pg_current_xact_id();
create index journals_by_xid on journals (xid) where xid is not null;

create table ledger_watermark (
  only_row boolean     primary key default true check (only_row),
  snapshot pg_snapshot not null
);

-- What the postings up to the watermark sum to, of each account that is not a trade's. A trade's has a few, read as they are.
create table ledger_folds (
  account_id bigint  primary key references ledger_accounts,
  units      numeric not null
) with (fillfactor = 70);
grant select, insert, update, delete on ledger_watermark, ledger_folds to parley_worker;
create index ledger_accounts_lasting on ledger_accounts (id) where kind <> 'trade';
create index ledger_accounts_of_operator on ledger_accounts (id) where kind in ('house', 'outside');

-- Numbers of transactions are one cluster's own. Restored from a dump into another one, journals would seem to come from the
-- future, or from before the watermark: until the migrations' next run, which forgets the numbers, everything is looked at.
create table ledger_cluster (
  only_row          boolean primary key default true check (only_row),
  system_identifier bigint  not null
);
insert into ledger_cluster (system_identifier)
select system_identifier
from pg_control_system();
grant select on ledger_cluster to parley_worker;

-- Whether this is another cluster than the one that wrote the journals. For the owner of the tables.
create function forget_transactions() returns boolean language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select
    from ledger_cluster
    join pg_control_system() here on here.system_identifier = ledger_cluster.system_identifier
  ) then return false; end if;
  -- The column is made anew: no row of the ledger is written.
  alter table journals drop column xid;
  alter table journals add column xid xid8;
  alter table journals alter column xid set default pg_current_xact_id();
  create index journals_by_xid on journals (xid) where xid is not null;
  delete from ledger_watermark;
  update ledger_cluster
  set system_identifier = (select system_identifier from pg_control_system());
  return true;
end $$;
revoke all on function forget_transactions() from public;

-- Of everything: when, how long it took, and how many invariants were broken. Owned by outward/staff.
alter table invariant_checks
  add column took_ms int not null default 0,
  add column in_full_at timestamptz,
  add column in_full_ms int not null default 0,
  add column in_full_broken int not null default 0;
grant select on invariant_checks to parley_chain;
