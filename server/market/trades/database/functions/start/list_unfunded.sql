-- Under the lock of the trade's row.
create or replace function list_unfunded() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status in ('not_funded', 'funds_processing', 'funds_processed') then
    insert into unfunded_trades (trade_id) values (new.id);
  else
    delete from unfunded_trades where trade_id = new.id;
  end if;
  return null;
end $$;
revoke all on function list_unfunded() from public;
