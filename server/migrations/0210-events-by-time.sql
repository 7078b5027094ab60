-- Events were kept for ever in one table. They are kept by weeks now, which are dropped whole. Weeks are of the
-- machine's clock, since the market's may be moved. What stood in the table becomes the first part, without being written
-- anew. And events are delivered by eight lanes, side by side: each subject is in one of them. Owned by platform.

alter table events rename to events_until_now;
drop index events_to_dispatch;
alter table events_until_now
  drop constraint events_pkey,
  alter column id drop identity,
  -- The clock is read once for all rows: the table is not written.
  add column written_at timestamptz not null default now();
revoke all on events_until_now from parley_web, parley_worker, parley_chain;

create table events (
  id            bigint      generated always as identity,
  type          text        not null,
  subject       text        not null,
  payload       jsonb       not null,
  -- By the market's clock.
  at            timestamptz not null,
  dispatched_at timestamptz,
  attempts      int         not null default 0,
  fault         text,
  written_at    timestamptz not null default clock_timestamp()
) partition by range (written_at);
-- What waits, by its lane; and what was tried eight times and put aside. There is no other way to a row than these.
create index events_waiting on events ((hashtext(subject) & 7), id) where dispatched_at is null and attempts < 8;
create index events_put_aside on events (id) where dispatched_at is null and attempts >= 8;

-- Who delivers a lane keeps its row locked. Only workers may: a lock that every login can take would keep messages from
-- whom they warn.
create table event_lanes (
  lane int primary key check (lane between 0 and 7)
);
insert into event_lanes (lane) select generate_series(0, 7);
grant select, update on event_lanes to parley_worker;

grant select, insert on events to parley_web, parley_worker, parley_chain;
-- Who delivers marks what was delivered; another login could mark what nobody has heard, or keep it locked.
grant update (dispatched_at, attempts, fault) on events to parley_worker;

-- The oldest events of each of these lanes. The way to them is always the index that has them in order, whatever PostgreSQL
-- has heard of the table: what waits is nothing now and a million in an hour, and sorting all of it for each batch would be
-- slower the more there is.
create function waiting_events(lanes int[], without text[], most int)
returns table (id bigint, type text, subject text, payload jsonb, at timestamptz)
language plpgsql stable set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select event.id, event.type, event.subject, event.payload, event.at
    from unnest(lanes) as taken (lane)
    cross join lateral (
      select events.id, events.type, events.subject, events.payload, events.at
      from events
      where (hashtext(events.subject) & 7) = taken.lane and events.dispatched_at is null and events.attempts < 8
        and events.subject <> all(without)
      order by events.id
      limit most
    ) as event
    order by event.id
    limit most;
end $$;

-- Where the part of a moment begins: on a Monday (of weeks) or at midnight (of days), UTC.
create function part_begin(at timestamptz, days int) returns timestamptz language sql immutable as $$
  select date_bin(make_interval(days => days), at, '2001-01-01 00:00:00+00')
$$;
create function part_name(parent text, begins timestamptz) returns text language sql immutable as $$
  select parent || '_' || to_char(begins at time zone 'UTC', 'YYYYMMDD')
$$;

do $$
declare
  begins timestamptz := part_begin(now(), 7);
begin
  perform setval(pg_get_serial_sequence('events', 'id'), greatest(1, (select max(id) from events_until_now)),
    exists (select from events_until_now));
  execute format('alter table events attach partition events_until_now for values from (minvalue) to (%L)',
    begins + interval '7 days');
  execute format('alter table events_until_now rename to %I', part_name('events', begins));
end $$;
-- What comes when nobody made a part for it; no insert ever fails for want of one.
create table events_default partition of events default;

-- Makes one part, with what came into the table's default part for want of it.
create function make_part(parent text, begins timestamptz, ends timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  name text := part_name(parent, begins);
  waiting text := parent || '_default';
begin
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I (like %I including defaults including constraints)', name, parent);
  execute format('lock table %I in access exclusive mode', waiting);
  execute format(
    'with moved as (delete from %I where written_at >= %L and written_at < %L returning *) insert into %I select * from moved',
    waiting, begins, ends, name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, begins, ends);
end $$;

-- Makes the parts of what is to come and drops those that are over: weeks of events after four more weeks, days of live
-- messages after 48 more hours. A week with an event that was not delivered, or was put aside, stays as it is. False when
-- somebody's lock stood in the way: nobody waits behind this for long, and it is asked again.
create function keep_parts(parent text) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  days int := case parent when 'events' then 7 when 'live_messages' then 1 end;
  keep interval := case parent when 'events' then interval '28 days' when 'live_messages' then interval '48 hours' end;
  begins timestamptz := part_begin(clock_timestamp(), days);
  old_part text;
  is_held boolean := false;
begin
  if days is null then
    raise exception '% is not kept by time', parent using errcode = 'check_violation';
  end if;
  for step in 0..2 loop
    perform make_part(parent, begins + make_interval(days => days * step), begins + make_interval(days => days * (step + 1)));
  end loop;
  for old_part in
    select child.relname
    from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = parent::regclass and child.relname ~ '_[0-9]{8}$'
      and to_date(right(child.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' + make_interval(days => days) + keep
        <= clock_timestamp()
    order by child.relname
  loop
    if parent = 'events' then
      -- As the two indexes say it: a week that was told is not read from end to end.
      execute format(
        'select exists (select from %1$I where dispatched_at is null and attempts < 8)
           or exists (select from %1$I where dispatched_at is null and attempts >= 8)', old_part) into is_held;
    end if;
    if not is_held then
      execute format('drop table %I', old_part);
    end if;
  end loop;
  return true;
exception when lock_not_available then
  return false;
end $$;
revoke all on function waiting_events(int[], text[], int), part_begin(timestamptz, int), part_name(text, timestamptz), keep_parts(text),
  make_part(text, timestamptz, timestamptz) from public;
grant execute on function waiting_events(int[], text[], int), keep_parts(text) to parley_worker;
do $$
begin
  perform keep_parts('events');
end $$;
