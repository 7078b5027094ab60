-- A recorded act never changes, except that its text and salt are erased.
create or replace function keep_staff_act() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if to_jsonb(new) - '{subject,reason,salt}'::text[] <> to_jsonb(old) - '{subject,reason,salt}'::text[]
    or new.salt is not null or new.subject <> '' or new.reason <> '' then
    raise exception 'staff_acts is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke all on function keep_staff_act() from public;
