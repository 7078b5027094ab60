-- The parts about visits of an account and what it was notified of for export_part, which says whose they are.
create or replace function export_visits_part(person bigint, part text, after bigint, most integer) returns TABLE(key bigint, line text)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  case part
    when 'sessions' then
      return query
        select id, jsonb_build_object('createdAt', created_at, 'seenAt', seen_at, 'endedAt', ended_at,
          'expiresAt', expires_at, 'address', ip, 'browser', user_agent)::text
        from sessions
        where user_id = person and id > after
        order by id
        limit most;
    when 'activity' then
      return query
        select id, jsonb_build_object('kind', kind, 'detail', detail, 'at', at, 'times', times, 'address', ip,
          'browser', user_agent)::text
        from account_activity
        where user_id = person and id > after
        order by id
        limit most;
    when 'notifications' then
      return query
        select id, jsonb_build_object('kind', kind, 'subject', subject, 'at', at, 'readAt', read_at)::text
        from notifications
        where user_id = person and id > after
        order by id
        limit most;
  end case;
end $$;
revoke all on function export_visits_part(bigint,text,bigint,integer) from public;
