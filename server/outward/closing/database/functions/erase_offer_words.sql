-- What staff decided stays, under a number that leads to nobody.
create or replace function erase_offer_words() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update offer_reports report set words = null where report.reporter_id = new.user_id;
  update offer_rejections rejection
  set words = '(erased with the account)'
  from offers offer
  where offer.id = rejection.offer_id and offer.owner_id = new.user_id and rejection.words is not null;
  return null;
end $$;
revoke all on function erase_offer_words() from public;
