-- Outcomes: done; not_admin; unknown where there is no such kind, or it is done already.
create or replace function resolve_error(id bigint, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if is_admin(staff_id) is not true then
    outcome := 'not_admin';
    return;
  end if;
  update error_kinds open
  set resolved_by = staff_id, resolved_at = at
  where open.id = resolve_error.id and open.resolved_at is null;
  outcome := case when found then 'done' else 'unknown' end;
end $$;
revoke all on function resolve_error(bigint,bigint,timestamp with time zone) from public;
grant execute on function resolve_error(bigint,bigint,timestamp with time zone) to parley_web;
