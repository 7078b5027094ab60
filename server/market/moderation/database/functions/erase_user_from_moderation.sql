-- What staff decided stays, under the id of a closed account.
create or replace function erase_user_from_moderation(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  update offer_reports report
  set words = null
  where report.reporter_id = person;
  update offer_rejections rejection
  set words = '(erased with the account)'
  from offers offer
  where offer.id = rejection.offer_id and offer.owner_id = person and rejection.words is not null
$$;
revoke all on function erase_user_from_moderation(bigint) from public;
