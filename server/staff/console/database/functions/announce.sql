-- `texts` has pairs of a language and its text. Outcomes: done; not_admin; times where it would be over already, or last longer than a month; parts where
-- what is no maintenance has parts.
create or replace function announce(kind text, texts text[], parts text[], starts_at timestamp with time zone, ends_at timestamp with time zone, reason text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
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
    when kind <> 'maintenance' and parts <> '{}' then 'parts'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  insert into announcements (kind, texts, parts, starts_at, ends_at, made_by, made_at)
  values (kind, jsonb_object(texts), parts, starts_at, ends_at, staff_id, at)
  returning * into made;
  perform add_staff_act(staff_id, 'announcement.set', made.id || ': ' || kind || ': ' || (made.texts ->> 'en'), reason, at);
end $$;
revoke all on function announce(text,text[],text[],timestamp with time zone,timestamp with time zone,text,bigint,timestamp with time zone) from public;
grant execute on function announce(text,text[],text[],timestamp with time zone,timestamp with time zone,text,bigint,timestamp with time zone) to parley_web;
