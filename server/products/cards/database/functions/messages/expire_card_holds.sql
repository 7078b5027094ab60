-- Holds whose time is over go back to their users; a capture can still come, and takes of the balance then. Returns how many ended.
create or replace function expire_card_holds(most integer, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  one   card_authorizations;
  ended int := 0;
begin
  perform assert_now(at);
  perform lock_card_accounts(array(
    select card.hash from cards card where card.id in (
      select old.card_id from card_authorizations old
      where old.status = 'approved' and old.expires_at <= at
      order by old.expires_at
      limit most)));
  for one in
    select old.* from card_authorizations old
    where old.status = 'approved' and old.expires_at <= at
    order by old.expires_at
    limit most
    for update
  loop
    perform move_card_money('card_unhold', 'expired:' || one.external_id, card_account(one.user_id, true), card_account(one.user_id, false), one.held_units, at);
    update card_authorizations standing
    set status = case when one.captured_units > 0 then 'closed' else 'expired' end, held_units = 0, ended_at = at
    where standing.id = one.id;
    ended := ended + 1;
  end loop;
  return ended;
end $$;
revoke all on function expire_card_holds(integer,timestamp with time zone) from public;
grant execute on function expire_card_holds(integer,timestamp with time zone) to parley_worker;
