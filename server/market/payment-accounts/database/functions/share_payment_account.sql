-- The seller gives one of their accounts to a trade that waits for its payment; the fields are sealed for the trade. 'shared';
-- 'none' where the account is not theirs; 'trade' where they do not sell in it; 'status'; 'many' where five were given. Locks the trade.
create or replace function share_payment_account(hash text, user_id bigint, account text, public_id text, fields jsonb, sealed_with integer) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  held   trades;
  chosen payment_accounts;
begin
  select * into held from trades where trades.hash = share_payment_account.hash for update;
  if held.id is null or held.seller_id <> share_payment_account.user_id then return 'trade'; end if;
  if held.status <> 'active_funded' and not (held.status = 'not_funded' and held.flow_type = 'bt-auto') then return 'status'; end if;
  -- Held until the end: it cannot be removed as if no trade had it.
  select * into chosen
  from payment_accounts known
  where known.user_id = share_payment_account.user_id and known.public_id = share_payment_account.account
  for share;
  if chosen.id is null then return 'none'; end if;
  if 5 <= (select count(*) from trade_payment_accounts given where given.trade_id = held.id) then return 'many'; end if;
  insert into trade_payment_accounts (public_id, trade_id, owner_id, account_id, kind, country, country_iso, currency, is_personal,
    method_id, fields, sealed_with, shared_at)
  values (public_id, held.id, user_id, chosen.id, chosen.kind, chosen.country, chosen.country_iso, chosen.currency,
    chosen.is_personal, chosen.method_id, fields, sealed_with, market_now());
  return 'shared';
end $$;
revoke all on function share_payment_account(text,bigint,text,text,jsonb,integer) from public;
grant execute on function share_payment_account(text,bigint,text,text,jsonb,integer) to parley_web;
