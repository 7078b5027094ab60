-- Takes what has ended away, of promotions and of what staff featured; whose offers those were.
create or replace function end_promotions(at timestamp with time zone) returns SETOF bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  return query
  with ended as (
    select offer.id
    from offers offer
    where offer.promoted_until <= end_promotions.at or offer.featured_until <= end_promotions.at
    order by offer.id
    for no key update
  ), changed as (
    update offers
    set is_featured = coalesce(greatest(offers.promoted_until, offers.featured_until) > end_promotions.at, false),
        is_stickied = coalesce(offers.promoted_until > end_promotions.at, false),
        promoted_until = case when offers.promoted_until > end_promotions.at then offers.promoted_until end,
        featured_until = case when offers.featured_until > end_promotions.at then offers.featured_until end
    from ended
    where offers.id = ended.id
    returning offers.owner_id
  )
  select distinct changed.owner_id from changed;
end $$;
revoke all on function end_promotions(timestamp with time zone) from public;
grant execute on function end_promotions(timestamp with time zone) to parley_worker;
