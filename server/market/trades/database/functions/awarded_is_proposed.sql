create or replace function awarded_is_proposed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select
    from disputes open
    where open.trade_hash = new.hash and open.round = new.round and open.outcome is null and open.proposed_by is not null
  ) then
    raise exception 'nobody has proposed an award of trade %', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
revoke all on function awarded_is_proposed() from public;
