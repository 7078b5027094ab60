-- Wakes the listeners of a topic in all processes after the commit, and names the rows that they read. A process with another bus than
-- PostgreSQL's receives it as a notice, and sends it when it has committed (server/platform/bus).
create or replace function ring(topic text, note text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if current_setting('parley.bus', true) = 'outside' then
    raise notice using errcode = 'PLBUS', message = topic, detail = note;
  else
    perform pg_notify(topic, note);
  end if;
end $$;
