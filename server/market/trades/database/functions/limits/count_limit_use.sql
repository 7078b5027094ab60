-- What a product used of the limits of a user's level, in cents: again with another sum where less counts in the end. Its kind is one that a module
-- declares (limitUses of module.ts). Locks what is used.
create or replace function count_limit_use(use_kind text, use_subject text, person bigint, used_cents bigint, used_at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  known limit_uses;
begin
  select found.* into known from limit_uses found where found.kind = use_kind and found.subject = use_subject for update;
  insert into limit_uses as had (kind, subject, user_id, begun_at, cents) values (use_kind, use_subject, person, used_at, used_cents)
  on conflict on constraint limit_uses_pkey do update set cents = excluded.cents;
  if used_cents <> coalesce(known.cents, 0) then
    perform add_usage(array[person], array[coalesce(known.begun_at, used_at)], array[used_cents - coalesce(known.cents, 0)]);
  end if;
end $$;
revoke all on function count_limit_use(text,text,bigint,bigint,timestamp with time zone) from public;
