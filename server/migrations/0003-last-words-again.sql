-- An answer to an older word, and the earlier of two at once, could take the place of the last word of a pair. Owned by people/reputation.
update pair_weights known
set rating = said.rating
from (
  select distinct on (receiver_id, giver_id) receiver_id, giver_id, rating
  from feedback
  where counts
  order by receiver_id, giver_id, updated_at desc, id desc
) as said
where known.user_id = said.receiver_id and known.partner_id = said.giver_id and known.rating is distinct from said.rating;
