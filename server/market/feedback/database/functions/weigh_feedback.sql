-- Whatever was said last of a trade that counts is what this giver says of this receiver: asked of all their words under the lock of
-- their pair, because an answer alters an older word too, and the later of two at once may be written first.
create or replace function weigh_feedback() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pair_weights (user_id, partner_id)
  select distinct receiver_id, giver_id
  from added
  where counts
  order by receiver_id, giver_id
  on conflict do nothing;
  perform
  from pair_weights known
  where (known.user_id, known.partner_id) in (select receiver_id, giver_id from added)
  order by known.user_id, known.partner_id
  for no key update;
  update pair_weights known
  set rating = said.rating
  from (
    select distinct on (pair.receiver_id, pair.giver_id) pair.receiver_id, pair.giver_id, word.rating
    from added pair
    left join feedback word on word.giver_id = pair.giver_id and word.receiver_id = pair.receiver_id and word.counts
    order by pair.receiver_id, pair.giver_id, word.updated_at desc nulls last, word.id desc
  ) as said
  where known.user_id = said.receiver_id and known.partner_id = said.giver_id
    and known.rating is distinct from said.rating;
  return null;
end $$;
revoke all on function weigh_feedback() from public;
