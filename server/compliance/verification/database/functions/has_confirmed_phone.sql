-- Whether a user has confirmed a phone.
create or replace function has_confirmed_phone(user_id bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from phones
    where phones.user_id = has_confirmed_phone.user_id and confirmed_at is not null)
$$;
revoke all on function has_confirmed_phone(bigint) from public;
grant execute on function has_confirmed_phone(bigint) to parley_web, parley_worker;
