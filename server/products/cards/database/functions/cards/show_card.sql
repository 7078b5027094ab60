-- The sealed number of a card of its user, who proved it just now, or the issuer's id of a card whose number the issuer has. The outcome: shown,
-- unknown, over, waits until the issuer has made it, unproved.
create or replace function show_card(hash text, user_id bigint, at timestamp with time zone) returns TABLE(outcome text, number_sealed bytea, issuer_ref text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  card cards;
begin
  perform assert_now(at);
  select one.* into card from cards one where one.hash = show_card.hash and one.user_id = show_card.user_id;
  outcome := case
    when card.id is null then 'unknown'
    when card.status = 'terminated' then 'over'
    when card.last4 is null then 'waits'
    when not exists (select from spend_proofs(array['show_card:' || user_id], array[user_id])) then 'unproved'
    else 'shown' end;
  if outcome = 'shown' then
    number_sealed := card.number_sealed;
    issuer_ref := card.issuer_ref;
  end if;
  return next;
end $$;
revoke all on function show_card(text,bigint,timestamp with time zone) from public;
grant execute on function show_card(text,bigint,timestamp with time zone) to parley_web;
