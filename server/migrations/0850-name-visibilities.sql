-- A name was for everybody who is signed in, or for nobody. Whoever wants to is named to visitors too, to those they trust alone, or to those and to
-- whom they have traded with. What was chosen before means what it meant. Owned by people/accounts.
alter table users
  drop constraint users_full_name_visibility_check,
  add constraint users_full_name_visibility_check check (
    full_name_visibility in ('first_name_initial', 'full_name', 'everyone', 'trusted', 'trusted_and_partners', 'hidden'));

-- Chosen with the account.
grant insert (full_name_visibility) on users to parley_web;

-- Whether somebody trusts a reader; a visitor is nobody. Read by whoever shows people, before contacts are known. Owned by people/contacts.
create function trusts(owner bigint, reader bigint) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from user_relations relation
    where relation.user_id = owner and relation.other_id = reader and relation.is_trusted)
$$;
revoke all on function trusts(bigint, bigint) from public;
grant execute on function trusts(bigint, bigint) to parley_web, parley_worker;
