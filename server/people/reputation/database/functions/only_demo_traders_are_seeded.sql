create or replace function only_demo_traders_are_seeded() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from users where users.id = new.user_id and users.is_demo) then
    raise exception 'a badge is seeded for the traders of a demo alone' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function only_demo_traders_are_seeded() from public;
