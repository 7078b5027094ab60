-- Its owner takes it out of the vault: 'deleted'; 'in_use' where a trade has it or had it; null where they have none of this name.
create or replace function delete_gift_card(owner_id bigint, hash text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  current_status text;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[owner_id]);
  select card.status into current_status
  from gift_cards card
  where card.hash = delete_gift_card.hash and card.owner_id = delete_gift_card.owner_id and card.status <> 'deleted'
  for update;
  if current_status is null then return null; end if;
  if current_status not in ('free', 'in_offer') then return 'in_use'; end if;
  update gift_cards card
  set status = 'deleted', offer_hash = null, deleted_at = at, bought_at = null
  where card.hash = delete_gift_card.hash;
  return 'deleted';
end $$;
revoke all on function delete_gift_card(bigint,text,timestamp with time zone) from public;
grant execute on function delete_gift_card(bigint,text,timestamp with time zone) to parley_web;
