-- Those of these users who may get or lose a badge. A user who shows none, was given none and has fewer trades than any badge
-- requires cannot get one, and that is most users.
create or replace function able_to_show(user_ids bigint[], fewest integer) returns bigint[]
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return array(
    select known.user_id
    from user_reputation known
    where known.user_id = any (user_ids)
      and (known.badge <> 'no_badge' or known.tier <> 'no_badge' or known.is_vendor
        or (select coalesce(sum(slot.successful), 0) from reputation_slots slot where slot.user_id = known.user_id) >= fewest
        or (select count(*) from (
              select from reputation_trades counted
              where counted.user_id = known.user_id and counted.is_successful
              limit fewest) as few) >= fewest
        or exists (select from given_badges gift where gift.user_id = known.user_id)));
end $$;
revoke all on function able_to_show(bigint[],integer) from public;
