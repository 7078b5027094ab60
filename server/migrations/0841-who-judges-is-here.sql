-- Whether somebody of the staff is here is asked of the few who have a role. Asked of a join it was answered by a look at the role and the
-- restrictions of every user who was here, at each sight of a case. Owned by market/disputes.

create or replace function moderator_is_here(at timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from user_roles granted
    where (select staff.last_seen_at from users staff where staff.id = granted.user_id) > at - interval '30 minutes'
      and may_judge(granted.user_id))
$$;
