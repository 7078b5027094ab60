-- A deposit is credited, and a credited one taken back, by the functions that post it and by nothing else: whoever follows
-- the chains could set a credited one back to incoming and have it credited once more. What it brought never changes.
-- Owned by money/custody.

revoke update on deposits from parley_chain;
grant update (status, block_height, block_hash, fault) on deposits to parley_chain;

create function deposits_are_credited_once() returns trigger language plpgsql as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    raise exception 'a deposit is credited and taken back with its posting only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger deposits_are_credited_once before update of status on deposits
  for each row when (old.status is distinct from new.status and 'credited' in (old.status, new.status))
  execute function deposits_are_credited_once();
create trigger deposits_begin_uncredited before insert on deposits
  for each row when (new.status = 'credited')
  execute function deposits_are_credited_once();
