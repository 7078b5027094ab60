-- A page of one section of an archive that is being made: the lines of the function `own_data_` and its name, which the module of the
-- section has. Nothing of anybody whose archive is not being made.
create or replace function export_part(export_id bigint, part text, after bigint, most integer) returns TABLE(key bigint, line text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  person bigint := (
    select waiting.user_id from data_exports waiting where waiting.id = export_part.export_id and waiting.made_at is null);
begin
  if person is null then return; end if;
  if part !~ '^[a-z_]+$' or to_regprocedure(format('own_data_%s(bigint,bigint,integer)', part)) is null then
    raise exception 'no such part: %', part using errcode = 'check_violation';
  end if;
  return query execute format('select key, line from %I($1, $2, $3)', 'own_data_' || part) using person, after, most;
end $$;
revoke all on function export_part(bigint,text,bigint,integer) from public;
grant execute on function export_part(bigint,text,bigint,integer) to parley_worker;
