create or replace function note_badge_due() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform badge_is_due((to_jsonb(new) ->> tg_argv[0])::bigint);
  return null;
end $$;
revoke all on function note_badge_due() from public;
