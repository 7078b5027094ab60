-- How many offers a user may promote at a time, and does.
create or replace function promotions_of(owner_id bigint, at timestamp with time zone) returns TABLE(total integer, used integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select case when exists (
           select
           from user_reputation known
           where known.user_id = promotions_of.owner_id and known.tier = 'expert_trader'
         ) then (setting_value('offers.promotions') #>> '{}')::int else 0 end,
         (select count(*)::int
          from offers offer
          where offer.owner_id = promotions_of.owner_id and offer.promoted_until > promotions_of.at and offer.deleted_at is null)
$$;
revoke all on function promotions_of(bigint,timestamp with time zone) from public;
grant execute on function promotions_of(bigint,timestamp with time zone) to parley_web, parley_worker;
