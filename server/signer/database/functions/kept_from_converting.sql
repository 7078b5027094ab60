-- Why this user's balance must not be converted: 'on_hold', 'restricted', or null. Security holds are for what leaves.
create or replace function kept_from_converting(user_id bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when exists (
      select
      from wallet_holds hold
      where hold.user_id = kept_from_converting.user_id and hold.lifted_at is null
    ) then 'on_hold'
    when exists (
      select
      from user_restrictions restriction
      where restriction.user_id = kept_from_converting.user_id and restriction.lifted_at is null
        and restriction.state <> 'restricted'
    ) then 'restricted'
  end
$$;
revoke all on function kept_from_converting(bigint) from public;
