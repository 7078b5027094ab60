-- Keeps a piece of this try. False if another try has begun, or no user waits for it.
create or replace function keep_export_piece(export_id bigint, number integer, place integer, sealed bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform
  from data_exports wanted
  where wanted.id = keep_export_piece.export_id and wanted.tries = keep_export_piece.number and wanted.made_at is null
  for share;
  if not found then return false; end if;
  insert into data_export_pieces (export_id, place, sealed)
  values (keep_export_piece.export_id, keep_export_piece.place, keep_export_piece.sealed);
  return true;
end $$;
revoke all on function keep_export_piece(bigint,integer,integer,bytea) from public;
grant execute on function keep_export_piece(bigint,integer,integer,bytea) to parley_worker;
