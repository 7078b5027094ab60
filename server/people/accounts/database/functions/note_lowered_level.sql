create or replace function note_lowered_level() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.is_level_lowered := coalesce(
    new.granted_level < case
      when new.named_at is null then 0
      else coalesce(new.verified_level, case when new.email_confirmed_at is null then 0 else 1 end)
    end, false);
  return new;
end $$;
revoke all on function note_lowered_level() from public;
