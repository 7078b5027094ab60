-- The number of this try; what earlier ones have left is gone. Null where it was made meanwhile, or is asked for no more.
create or replace function begin_export(export_id bigint) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  number int;
begin
  update data_exports wanted
  set tries = wanted.tries + 1
  where wanted.id = begin_export.export_id and wanted.made_at is null
  returning wanted.tries into number;
  if number is not null then
    delete from data_export_pieces piece where piece.export_id = begin_export.export_id;
  end if;
  return number;
end $$;
revoke all on function begin_export(bigint) from public;
grant execute on function begin_export(bigint) to parley_worker;
