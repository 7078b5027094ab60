-- The oldest events of each of these lanes. The way to them is always the index that has them in order, whatever statistics
-- PostgreSQL has of the table: none may wait now and a million in an hour, and sorting all of them for each batch would be
-- slower the more there is.
create or replace function waiting_events(lanes integer[], without text[], most integer) returns TABLE(id bigint, type text, subject text, payload jsonb, at timestamp with time zone)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = 'off' set enable_bitmapscan = 'off' set enable_sort = 'off' as $$
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
revoke all on function waiting_events(integer[],text[],integer) from public;
grant execute on function waiting_events(integer[],text[],integer) to parley_worker;
