-- Whether the account may be given a name and a birth date: it has none, or staff have rejected its document of identity because the name
-- differs and none is verified. A correction waits for the next such rejection.
create or replace function may_name(person bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select known.named_at is null or (
    not exists (
      select from verifications shown
      where shown.user_id = known.id and shown.kind = 'id' and shown.status = 'approved')
    and exists (
      select
      from (
        select shown.status, shown.reasons, shown.decided_at
        from verifications shown
        where shown.user_id = known.id and shown.kind = 'id' and shown.status <> 'replaced'
        order by shown.id desc
        limit 1) as latest
      where latest.status = 'rejected' and 'name_mismatch' = any (latest.reasons) and latest.decided_at > known.named_at))
  from users known
  where known.id = may_name.person
$$;
revoke all on function may_name(bigint) from public;
grant execute on function may_name(bigint) to parley_web;
