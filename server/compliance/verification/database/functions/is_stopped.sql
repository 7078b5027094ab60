-- Whether an active restriction stops all send-outs and trades of the account.
create or replace function is_stopped(user_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from user_restrictions standing
    where standing.user_id = is_stopped.user_id and standing.lifted_at is null
      and standing.state in ('compliance_hold', 'frozen', 'banned'))
$$;
revoke all on function is_stopped(bigint) from public;
