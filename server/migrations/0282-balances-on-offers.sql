-- How much of an offer can be taken at the most is cut by what its owner has, so processes that keep offers as they were
-- read have to be told of moved balances. A topic for each posting would cost the postings; the job that looks every three
-- seconds whose balance was posted to tells of all of them in one statement. Owned by market/offers.
create function note_owners(user_ids bigint[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  select note_page_changes(array(
    select 'owner:' || users.username
    from users
    where users.id = any (user_ids)
      and exists (select from offers where offers.owner_id = users.id and offers.side = 'sell' and offers.deleted_at is null)))
$$;
revoke all on function note_owners(bigint[]) from public;
grant execute on function note_owners(bigint[]) to parley_worker;
