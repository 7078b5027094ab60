create or replace function note_provider_erasure() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.applicant_id is not null then
    insert into provider_erasures (applicant_id, next_try_at)
    values (old.applicant_id, market_now())
    on conflict do nothing;
  end if;
  return null;
end $$;
revoke all on function note_provider_erasure() from public;
