create or replace function staff_acts_of_operator() returns trigger
language plpgsql as $$
begin
  if new.staff_id is null and current_user <> (select relowner::regrole::text from pg_class where oid = tg_relid) then
    raise exception 'an act of the operator is written by the owner of the database' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
