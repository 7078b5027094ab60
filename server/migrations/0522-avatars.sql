-- Faces were drawn from names alone. A person shows a picture of their own: drawn anew by the server, under a name that nobody can
-- guess, which stands on their row, and a file of its own. It goes when they take it away, when staff do for a reason, and when the
-- account closes. Owned by outward/profiles; users by people/accounts.

alter table users add column avatar text check (avatar ~ '^[A-Za-z0-9_-]{43}$');

create table avatars (
  user_id  bigint      primary key references users,
  name     text        not null unique,
  file_key text        not null,
  set_at   timestamptz not null
);
grant select on avatars to parley_web, parley_worker;

create trigger pages_show_avatars after update of avatar on users
  for each row when (old.avatar is distinct from new.avatar) execute function note_user_change();
create trigger viewers_of_avatars after update of avatar on users
  for each row when (old.avatar is distinct from new.avatar) execute function note_viewer('id');

-- Takes the picture away; false where there is none. Its file goes to the list.
create function drop_avatar(user_id bigint) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  gone text;
begin
  delete from avatars shown where shown.user_id = drop_avatar.user_id returning file_key into gone;
  if gone is null then return false; end if;
  insert into retention_files (file_key) values (gone) on conflict do nothing;
  update users set avatar = null where users.id = drop_avatar.user_id;
  return true;
end $$;

-- Shows this picture in the place of the one of before, or none where the name is null. False where there was nothing to take away.
create function set_avatar(user_id bigint, name text, file_key text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  had boolean;
begin
  perform from users where users.id = user_id for update;
  had := drop_avatar(user_id);
  if name is null then return had; end if;
  insert into avatars (user_id, name, file_key, set_at)
  values (user_id, name, file_key, market_now());
  update users set avatar = set_avatar.name where users.id = user_id;
  return true;
end $$;

-- Staff take a picture away that breaks the rules: whoever may restrict that account. Outcomes: done; not_allowed; none.
create function remove_avatar_by_staff(person bigint, staff_id bigint, reason text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  if (char_length(reason) between 3 and 300) is not true then
    raise exception 'nothing is taken away without a reason' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  perform from users where users.id = person for update;
  outcome := case
    when may_restrict(staff_id, person, 'restricted') is not true then 'not_allowed'
    when not drop_avatar(person) then 'none'
    else 'done'
  end;
  if outcome = 'done' then
    perform add_staff_act(staff_id, 'avatar.remove', staff_change_about(person, ''), reason, at);
    insert into events (type, subject, payload, at)
    values ('account.avatar_removed', person::text, jsonb_build_object('detail', reason), at);
  end if;
end $$;

create function erase_avatar() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform drop_avatar(new.user_id);
  return null;
end $$;
create trigger avatar_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_avatar();

-- The picture of whoever asked, while their archive is being made.
create function export_avatar(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 1::bigint, jsonb_build_object('address', '/avatars/' || shown.name || '.jpg', 'setAt', shown.set_at)::text
  from data_exports waiting
  join avatars shown on shown.user_id = waiting.user_id
  where waiting.id = export_avatar.export_id and waiting.made_at is null and export_avatar.after < 1
  limit export_avatar.most
$$;

revoke all on function drop_avatar(bigint), set_avatar(bigint, text, text), remove_avatar_by_staff(bigint, bigint, text, timestamptz),
  erase_avatar(), export_avatar(bigint, bigint, int) from public;
grant execute on function set_avatar(bigint, text, text), remove_avatar_by_staff(bigint, bigint, text, timestamptz) to parley_web;
grant execute on function export_avatar(bigint, bigint, int) to parley_worker;
