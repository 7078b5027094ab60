-- Whether this is another cluster than the one that wrote the journals. For the owner of the tables.
create or replace function forget_transactions() returns boolean
language plpgsql set search_path = public, pg_temp as $$
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
