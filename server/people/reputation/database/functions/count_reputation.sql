create or replace function count_reputation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  users bigint[];
  ended timestamptz[];
  trades int[];
  successful int[];
begin
  if tg_op = 'INSERT' then
    select array_agg(user_id), array_agg(at), array_agg(1), array_agg(is_successful::int)
    into users, ended, trades, successful
    from added;
  else
    select array_agg(side.user_id), array_agg(side.at), array_agg(side.trades), array_agg(side.successful)
    into users, ended, trades, successful
    from added
    join removed on removed.user_id = added.user_id and removed.trade_id = added.trade_id
    cross join lateral (values
      (added.user_id, added.at, 1, added.is_successful::int),
      (removed.user_id, removed.at, -1, -removed.is_successful::int)
    ) as side (user_id, at, trades, successful)
    where (added.at, added.is_successful) <> (removed.at, removed.is_successful);
  end if;
  if users is null then return null; end if;
  perform add_reputation(users, ended, trades, successful);
  -- What went well and is taken off may have been the first.
  if -1 = any (successful) then
    update reputation_totals
    set first_at = (
      select min(counted.at)
      from reputation_trades counted
      where counted.user_id = reputation_totals.user_id and counted.is_successful)
    where user_id = any (users);
  end if;
  return null;
end $$;
revoke all on function count_reputation() from public;
