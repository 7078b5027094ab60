-- What broke on the server was kept line by line and read by nobody; what broke in browsers reached nobody. Errors are kept by
-- kind now, with how often and when, for administrators to read and to call done; one that comes again is open again. A visitor can
-- make up errors: of new kinds there are so many a day, and nothing that is kept can grow beyond that. Owned by platform.

drop table error_reports;

create table error_kinds (
  id          bigint      generated always as identity primary key,
  -- browser, call or job.
  source      text        not null check (source in ('browser', 'call', 'job')),
  -- The path of a page, the route of a call, the name of a job.
  place       text        not null check (char_length(place) <= 200),
  -- What one kind has in common: source, place and message without what it quotes.
  mark        text        not null unique check (char_length(mark) = 64),
  message     text        not null check (char_length(message) <= 500),
  stack       text        check (char_length(stack) <= 4000),
  release     text        check (char_length(release) <= 100),
  -- Of the last one, as its answer and the log name it.
  request_id  text        check (char_length(request_id) <= 100),
  times       bigint      not null check (times > 0),
  first_at    timestamptz not null,
  last_at     timestamptz not null,
  resolved_by bigint      references users,
  resolved_at timestamptz check ((resolved_by is null) = (resolved_at is null))
);
create index error_kinds_by_time on error_kinds (last_at);
create index error_kinds_by_first on error_kinds (source, first_at);
grant select on error_kinds to parley_web, parley_worker;
grant delete on error_kinds to parley_worker;

-- Once more of its kind, or the first of it; of too many kinds of a source in a day the rest is one.
create function note_error(
  source text, place text, mark text, message text, stack text, release text, request_id text, times int, at timestamptz
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  if times not between 1 and 1000000 then
    raise exception 'no error happened % times', times using errcode = 'check_violation';
  end if;
  if not exists (select from error_kinds known where known.mark = note_error.mark)
    and (
      select count(*) from error_kinds known
      where known.source = note_error.source and known.first_at > at - interval '1 day') >= 500 then
    place := '';
    message := 'more kinds of errors than are kept in a day';
    stack := null;
    mark := encode(sha256(convert_to(source || message, 'utf8')), 'hex');
  end if;
  insert into error_kinds as known (source, place, mark, message, stack, release, request_id, times, first_at, last_at)
  values (source, place, mark, message, stack, release, request_id, times, at, at)
  on conflict on constraint error_kinds_mark_key do update
  set message = excluded.message, stack = excluded.stack, release = excluded.release, request_id = excluded.request_id,
      times = known.times + excluded.times, last_at = excluded.last_at, resolved_by = null, resolved_at = null;
end $$;

-- Outcomes: done; not_admin; unknown where there is no such kind, or it is done already.
create function resolve_error(id bigint, staff_id bigint, at timestamptz, out outcome text)
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

revoke all on function note_error, resolve_error from public;
grant execute on function note_error to parley_web, parley_worker, parley_chain;
grant execute on function resolve_error to parley_web;
