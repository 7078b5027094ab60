-- Locks whose offer it is, as every verb of an owner does first, and then the offer; null where it is deleted or never was.
create or replace function lock_moderated(hash text) returns offers
language plpgsql set search_path = public, pg_temp as $$
declare
  found_offer offers;
begin
  perform
  from users owner
  where owner.id = (select offer.owner_id from offers offer where offer.hash = lock_moderated.hash)
  for no key update;
  select offer.* into found_offer
  from offers offer
  where offer.hash = lock_moderated.hash and offer.deleted_at is null
  for update;
  return found_offer;
end $$;
revoke all on function lock_moderated(text) from public;
