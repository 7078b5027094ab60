-- With a file goes what was said of it.
create or replace function erase_attachment() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.reason := null;
  return new;
end $$;
revoke all on function erase_attachment() from public;
