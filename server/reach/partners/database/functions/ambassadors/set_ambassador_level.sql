-- Two administrators have decided: a level, or 'none'. An open application is accepted by it. False when it is so already, or the account is
-- closed. The badge follows (make_staff_change).
create or replace function set_ambassador_level(person bigint, level text, decided_by bigint, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  is_changed boolean;
begin
  if exists (select from account_closures gone where gone.user_id = person and gone.closed_at is not null) then return false; end if;
  if level = 'none' then
    update ambassadors known set ended_at = at, changed_at = at where known.user_id = person and known.ended_at is null;
    is_changed := found;
  else
    insert into ambassadors as known (user_id, level, since, changed_at)
    values (person, level, at, at)
    on conflict on constraint ambassadors_pkey do update
    set level = excluded.level, changed_at = excluded.changed_at, ended_at = null,
      since = case when known.ended_at is null then known.since else excluded.since end
    where known.level <> excluded.level or known.ended_at is not null;
    is_changed := found;
    update ambassador_applications sent
    set status = 'accepted', changed_at = at, decided_by = set_ambassador_level.decided_by
    where sent.user_id = person and sent.status in ('sent', 'interview');
  end if;
  if is_changed then
    insert into events (type, subject, payload, at)
    values ('account.ambassador_level', person::text, jsonb_build_object('detail', level), at);
  end if;
  return is_changed;
end $$;
revoke all on function set_ambassador_level(bigint,text,bigint,timestamp with time zone) from public;
