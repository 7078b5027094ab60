-- What administrators tell everybody above each page, in each language, from a time on and until another: an alert, or word of
-- maintenance. Each stands in the chain of staff acts. Owned by outward/staff.

create table announcements (
  id        bigint      generated always as identity primary key,
  kind      text        not null check (kind in ('admin_alert', 'maintenance')),
  text_en   text        not null check (char_length(text_en) between 1 and 300),
  text_es   text        not null check (char_length(text_es) between 1 and 300),
  text_ar   text        not null check (char_length(text_ar) between 1 and 300),
  starts_at timestamptz not null,
  ends_at   timestamptz not null check (ends_at > starts_at),
  made_by   bigint      not null references users,
  made_at   timestamptz not null,
  -- Taken off before its end.
  ended_by  bigint      references users,
  ended_at  timestamptz check ((ended_by is null) = (ended_at is null)),
  -- When pages that are kept were told of its beginning and of its end.
  began_at  timestamptz,
  gone_at   timestamptz
);
create index announcements_to_tell on announcements (starts_at, ends_at) where gone_at is null;
create trigger pages_show_announcements after insert or update on announcements
  for each statement execute function note_topic('site');

-- Outcomes: done; not_admin; times where it would be over already, or stand longer than a month.
create function announce(
  kind text, texts text[], starts_at timestamptz, ends_at timestamptz, reason text, staff_id bigint, at timestamptz, out outcome text
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  made announcements;
begin
  perform assert_now(at);
  -- Of changes by staff there is one at a time.
  perform pg_advisory_xact_lock(7265004);
  outcome := case
    when is_admin(staff_id) is not true then 'not_admin'
    when (ends_at > greatest(starts_at, at) and ends_at <= greatest(starts_at, at) + interval '31 days'
      and starts_at < at + interval '1 year') is not true then 'times'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  insert into announcements (kind, text_en, text_es, text_ar, starts_at, ends_at, made_by, made_at)
  values (kind, texts[1], texts[2], texts[3], starts_at, ends_at, staff_id, at)
  returning * into made;
  perform add_staff_act(staff_id, 'announcement.set', made.id || ': ' || kind || ': ' || texts[1], reason, at);
end $$;

-- Outcomes: done; not_admin; over where there is none that stands or will.
create function end_announcement(id bigint, reason text, staff_id bigint, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  if is_admin(staff_id) is not true then
    outcome := 'not_admin';
    return;
  end if;
  update announcements standing
  set ended_by = staff_id, ended_at = at
  where standing.id = end_announcement.id and standing.ended_at is null and standing.ends_at > at;
  outcome := case when found then 'done' else 'over' end;
  if found then
    perform add_staff_act(staff_id, 'announcement.end', end_announcement.id::text, reason, at);
  end if;
end $$;

-- What began or ended since: the statement tells pages that are kept.
create function note_announcements(at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if exists (
    select
    from announcements due
    where due.gone_at is null and (due.ends_at <= at or (due.began_at is null and due.starts_at <= at))
  ) then
    update announcements due
    set began_at = coalesce(due.began_at, case when due.starts_at <= at then at end), gone_at = case when due.ends_at <= at then at end
    where due.gone_at is null and (due.ends_at <= at or due.starts_at <= at);
  end if;
end $$;

revoke all on function announce, end_announcement, note_announcements from public;
grant execute on function announce, end_announcement to parley_web;
grant execute on function note_announcements to parley_worker;
grant select on announcements to parley_web, parley_worker;
