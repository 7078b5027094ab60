create or replace function count_partners() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into partner_counts as known (user_id, met, successful)
    select user_id, count(*), count(*) filter (where successful > 0)
    from added
    group by user_id
    order by user_id
    on conflict (user_id) do update
    set met = known.met + excluded.met, successful = known.successful + excluded.successful;
  else
    perform 1
    from partner_counts
    where user_id in (
      select added.user_id
      from added
      join removed on removed.user_id = added.user_id and removed.partner_id = added.partner_id
      where (added.successful > 0) <> (removed.successful > 0))
    order by user_id
    for no key update;
    update partner_counts
    set successful = partner_counts.successful + step.more
    from (
      select added.user_id, sum((added.successful > 0)::int - (removed.successful > 0)::int) as more
      from added
      join removed on removed.user_id = added.user_id and removed.partner_id = added.partner_id
      where (added.successful > 0) <> (removed.successful > 0)
      group by added.user_id
    ) as step
    where partner_counts.user_id = step.user_id;
  end if;
  return null;
end $$;
revoke all on function count_partners() from public;
