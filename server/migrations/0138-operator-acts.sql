-- Acts of the operator stand in the chain of what staff did, without an account of staff: the first administrator is made
-- by whoever has the machine, and so is a role granted or a halt lifted by command line. Only the owner of the database
-- writes such an act; a process that serves requests cannot say that the operator did something. Owned by market/disputes.

alter table staff_acts alter column staff_id drop not null;

create function staff_acts_of_operator() returns trigger language plpgsql as $$
begin
  if new.staff_id is null and current_user <> (select relowner::regrole::text from pg_class where oid = tg_relid) then
    raise exception 'an act of the operator is written by the owner of the database' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger staff_acts_of_operator before insert on staff_acts
  for each row execute function staff_acts_of_operator();
