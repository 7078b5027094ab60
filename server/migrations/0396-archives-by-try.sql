-- Two workers could be at one archive, when one had lost its term while it read: the second threw away what the first wrote, and the
-- archive that was finished had pieces of both. Each try has a number now, and an earlier one writes nothing any more. And an
-- archive that is sealed with a secret that nobody has is forgotten. Owned by outward/own-data.

alter table data_exports add column tries int not null default 0;
-- The version of the secret that its pieces are sealed with; null while it is being made, and of those from before.
alter table data_exports add column sealed_with int;
revoke insert, delete on data_export_pieces from parley_worker;

-- The number of this try; what earlier ones have left is gone. Null where it was made meanwhile, or is asked for no more.
create function begin_export(export_id bigint) returns int
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

-- Keeps a piece of this try. False where another one has begun, or nobody waits for it.
create function keep_export_piece(export_id bigint, number int, place int, sealed bytea) returns boolean
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

-- All of its pieces are there. False where another try has begun, or it was asked for anew meanwhile.
drop function finish_export(bigint, bigint);
create function finish_export(export_id bigint, number int, size_bytes bigint) returns boolean
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

-- As before; and what no secret at hand opens. These are the versions that do.
drop function forget_exports();
create function forget_exports(versions int[]) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from data_exports made
  where made.expires_at < market_now()
    or exists (select from sessions where sessions.id = made.session_id and sessions.ended_at is not null)
    or made.sealed_with <> all (forget_exports.versions);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke all on function begin_export(bigint), keep_export_piece(bigint, int, int, bytea), finish_export(bigint, int, bigint),
  forget_exports(int[]) from public;
grant execute on function begin_export(bigint), keep_export_piece(bigint, int, int, bytea), finish_export(bigint, int, bigint),
  forget_exports(int[]) to parley_worker;
