-- What staff have taken off the market does not come back with their mark.
create or replace function end_featuring() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.featured_until := null;
  new.is_featured := new.is_stickied;
  return new;
end $$;
revoke all on function end_featuring() from public;
