create or replace function own_data_favorites(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select liked.offer_id, jsonb_build_object('favoriteOffer', offer.hash, 'addedAt', liked.added_at)::text
  from offer_favorites liked
  join offers offer on offer.id = liked.offer_id
  where liked.user_id = person and liked.offer_id > after
  order by liked.offer_id
  limit most
$$;
revoke all on function own_data_favorites(bigint,bigint,integer) from public;
