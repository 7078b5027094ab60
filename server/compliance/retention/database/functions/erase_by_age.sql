-- Some of the rows of one kind whose time is over, by the function `erase_old_` and the kind's name, which the module of the kind has.
-- Returns how many rows were looked at: fewer than most when nothing is left.
create or replace function erase_by_age(kind text, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  many int;
begin
  if kind !~ '^[a-z_]+$' or to_regprocedure(format('erase_old_%s(integer)', kind)) is null then
    raise exception 'no such kind: %', kind using errcode = 'check_violation';
  end if;
  execute format('select %I($1)', 'erase_old_' || kind) using most into many;
  return many;
end $$;
revoke all on function erase_by_age(text,integer) from public;
grant execute on function erase_by_age(text,integer) to parley_worker;
