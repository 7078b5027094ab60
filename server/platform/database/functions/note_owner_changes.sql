-- Of users by the column that names them; with the table's trigger.
create or replace function note_owner_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array(
    select 'owner:' || users.username
    from (select to_jsonb(added) ->> tg_argv[0] as user_id from added limit 3000) as one
    join users on users.id = one.user_id::bigint));
  return null;
end $$;
revoke all on function note_owner_changes() from public;
