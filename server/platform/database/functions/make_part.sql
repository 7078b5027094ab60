-- Makes one part, with what came into the table's default part for want of it.
create or replace function make_part(parent text, begins timestamp with time zone, ends timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  name text := part_name(parent, begins);
  waiting text := parent || '_default';
begin
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I (like %I including defaults including constraints)', name, parent);
  execute format('lock table %I in access exclusive mode', waiting);
  execute format(
    'with moved as (delete from %I where written_at >= %L and written_at < %L returning *) insert into %I select * from moved',
    waiting, begins, ends, name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, begins, ends);
end $$;
revoke all on function make_part(text,timestamp with time zone,timestamp with time zone) from public;
