-- All of its pieces are there. False where it was asked for anew meanwhile.
create or replace function finish_export(export_id bigint, number integer, size_bytes bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  days int := coalesce((select (value #>> '{}')::int from settings where name = 'accounts.export_days'), 3);
begin
  update data_exports made
  set made_at = market_now(), size_bytes = finish_export.size_bytes, expires_at = market_now() + make_interval(days => days),
      sealed_with = (
        select get_byte(piece.sealed, 0)
        from data_export_pieces piece
        where piece.export_id = made.id and piece.place = 0)
  where made.id = finish_export.export_id and made.tries = finish_export.number and made.made_at is null;
  return found;
end $$;
revoke all on function finish_export(bigint,integer,bigint) from public;
grant execute on function finish_export(bigint,integer,bigint) to parley_worker;
