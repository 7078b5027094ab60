-- What a provider refuses again and again waits longer each time, and stands before nobody; what a provider was sent is erased
-- there as well when it is erased here; decided documents and due files are found by an index. Owned by outward/verification.

alter table provider_cases
  alter column applicant_id drop not null,
  -- How often sending it has failed, and when it is tried again.
  add column failures int not null default 0 check (failures >= 0),
  add column next_try_at timestamptz,
  -- Of its own begins: nobody is sent before this.
  add constraint provider_cases_sent check (sent_at is null or applicant_id is not null);

-- Applicants of a provider whose documents are erased here, until they are erased there.
create table provider_erasures (
  applicant_id text        primary key,
  failures     int         not null default 0 check (failures >= 0),
  next_try_at  timestamptz not null
);
create index provider_erasures_due on provider_erasures (next_try_at);
grant select, update, delete on provider_erasures to parley_worker;

create function note_provider_erasure() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.applicant_id is not null then
    insert into provider_erasures (applicant_id, next_try_at)
    values (old.applicant_id, market_now())
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger provider_forgets after delete on provider_cases
  for each row execute function note_provider_erasure();
revoke all on function note_provider_erasure from public;

create index verifications_decided on verifications (decided_at desc) where decided_at is not null;
