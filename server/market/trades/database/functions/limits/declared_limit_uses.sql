-- What the modules say that their users used of the limits, by their functions.
create or replace function declared_limit_uses() returns TABLE(kind text, subject text, user_id bigint, begun_at timestamp with time zone, cents bigint)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  source limit_sources;
begin
  for source in select declared.* from limit_sources declared order by declared.kind loop
    return query execute format('select %L::text, own.subject, own.user_id, own.begun_at, own.cents from %I() own', source.kind, source.uses);
  end loop;
end $$;
revoke all on function declared_limit_uses() from public;
grant execute on function declared_limit_uses() to parley_worker;
