create or replace function note_owners(user_ids bigint[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  select note_page_changes(array(
    select 'owner:' || users.username
    from users
    where users.id = any (user_ids)
      and exists (select from offers where offers.owner_id = users.id and offers.side = 'sell' and offers.deleted_at is null)))
$$;
revoke all on function note_owners(bigint[]) from public;
grant execute on function note_owners(bigint[]) to parley_worker;
