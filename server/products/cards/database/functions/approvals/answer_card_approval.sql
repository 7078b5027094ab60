-- A user answers about an online payment: above `cards.prove_above_usd` a yes takes their proof of just this. A merchant that waits gets the decision now.
-- The outcome: approved; again where the merchant has to ask once more; declined; the reason of a decline in spite of the yes; unknown; over where it
-- was answered before; late; unproved.
create or replace function answer_card_approval(hash text, user_id bigint, is_yes boolean, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  own    card_approvals;
  answer text;
begin
  perform assert_now(at);
  perform from card_accounts account where account.user_id = answer_card_approval.user_id for no key update;
  select known.* into own
  from card_approvals known
  where known.hash = answer_card_approval.hash and known.user_id = answer_card_approval.user_id
  for update;
  if own.id is null then return 'unknown'; end if;
  if own.status = 'lapsed' or (own.status = 'waiting' and own.expires_at <= at) then return 'late'; end if;
  if own.status <> 'waiting' then return 'over'; end if;
  if is_yes and own.usd_units > 100 * (setting_value('cards.prove_above_usd') #>> '{}')::bigint and not exists (
    select from spend_proofs(array['pay_card:' || user_id || ':' || own.hash], array[user_id])) then
    return 'unproved';
  end if;
  update card_approvals known
  set status = case when is_yes then 'approved' else 'declined' end, answered_at = at, expires_at = at + interval '10 minutes'
  where known.id = own.id;
  if not own.is_waited then return case when is_yes then 'again' else 'declined' end; end if;
  select decided.outcome into answer from decide_card_authorizations(jsonb_build_array(own.question), at) as decided;
  return case when answer = 'not_approved' then 'declined' else answer end;
end $$;
revoke all on function answer_card_approval(text,bigint,boolean,timestamp with time zone) from public;
grant execute on function answer_card_approval(text,bigint,boolean,timestamp with time zone) to parley_web;
