-- Whatever was said last of a trade that counts is what this giver says of this receiver.
create or replace function weigh_feedback() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pair_weights as known (user_id, partner_id, rating)
  select distinct on (receiver_id, giver_id) receiver_id, giver_id, rating
  from added
  where counts
  order by receiver_id, giver_id, updated_at desc, id desc
  on conflict (user_id, partner_id) do update
  set rating = excluded.rating
  where known.rating is distinct from excluded.rating;
  return null;
end $$;
revoke all on function weigh_feedback() from public;
