-- Another number is another line.
create or replace function forget_line_type() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.line_type := null;
  return new;
end $$;
revoke all on function forget_line_type() from public;
