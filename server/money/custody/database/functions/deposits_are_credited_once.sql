create or replace function deposits_are_credited_once() returns trigger
language plpgsql as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    raise exception 'a deposit is credited and taken back with its posting only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
