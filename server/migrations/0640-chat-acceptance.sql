-- The given API lets people say who may write to them, and nothing kept what they said. Whether one person may begin a conversation
-- with another follows from it, from restrictions and from blocks; who has set nothing takes messages from everyone.
-- Owned by outward/messenger.

create table messenger_profiles (
  user_id    bigint      primary key references users,
  accepts    text        not null check (accepts in ('everyone', 'verified', 'trade_partners', 'nobody')),
  changed_at timestamptz not null
);
-- What people say of themselves the web writes, as it writes their bio; it opens nothing but messages to them.
grant select, insert, update on messenger_profiles to parley_web;

create function erase_messenger_profile() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Nobody reads there any more.
  insert into messenger_profiles as known (user_id, accepts, changed_at)
  values (new.user_id, 'nobody', new.closed_at)
  on conflict on constraint messenger_profiles_pkey do update
  set accepts = excluded.accepts, changed_at = excluded.changed_at;
  return null;
end $$;
create trigger messenger_profile_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_messenger_profile();

-- As a line of JSON, for an archive that is being made; whoever has set nothing takes messages from everyone.
create function export_messenger(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 1::bigint, jsonb_build_object('acceptsChatMessages', coalesce(profile.accepts, 'everyone'), 'changedAt', profile.changed_at)::text
  from data_exports waiting
  left join messenger_profiles profile on profile.user_id = waiting.user_id
  where waiting.id = export_messenger.export_id and waiting.made_at is null and export_messenger.after < 1
  limit export_messenger.most
$$;
revoke all on function erase_messenger_profile(), export_messenger(bigint, bigint, int) from public;
grant execute on function export_messenger(bigint, bigint, int) to parley_worker;
