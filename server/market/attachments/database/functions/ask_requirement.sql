-- The seller asks for more: asked; not_open; asked_before, also where it is required anyway.
create or replace function ask_requirement(hash text, seller_id bigint, requirement text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  trade trades;
begin
  trade := trade_of_side(hash, seller_id, 'seller', at);
  if not is_in_escrow(trade.status) then return 'not_open'; end if;
  if ask_requirement.requirement = any (trade.requirements) then return 'asked_before'; end if;
  insert into trade_asked_requirements (trade_id, requirement, asked_at)
  values (trade.id, ask_requirement.requirement, ask_requirement.at)
  on conflict do nothing;
  return case when found then 'asked' else 'asked_before' end;
end $$;
revoke all on function ask_requirement(text,bigint,text,timestamp with time zone) from public;
grant execute on function ask_requirement(text,bigint,text,timestamp with time zone) to parley_web;
