-- The automatic flow of bank transfers: an offer to sell names one of its owner's bank accounts, who takes an offer to buy names one of
-- theirs, and the trade has a copy of it from the start. Nobody writes in the conversation until there is a dispute, and the buyer
-- hands in a proof before they say that they have paid. Either side may go on in the default flow until then. Owned by market/trades.

insert into trade_rules (flow_type, verb, actor, from_status, to_status, escrow)
select 'bt-auto', verb, actor, from_status, to_status, escrow
from trade_rules
where flow_type = 'lite';
insert into trade_rules (flow_type, verb, actor, from_status, to_status, to_flow)
values
  ('bt-auto', 'fallback', 'buyer', 'active_funded', 'active_funded', 'default'),
  ('bt-auto', 'fallback', 'seller', 'active_funded', 'active_funded', 'default');

-- The public id of an account of the owner's.
alter table offers add column payment_account text;
alter table offers add constraint offers_named_account check (
  (payment_account is not null) = (flow_type = 'bt-auto' and side = 'sell'));
grant insert (payment_account), update (payment_account) on offers to parley_web, parley_worker;

create function offer_account_fits() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Held until the end: it is not removed as if no offer had it.
  perform
  from payment_accounts known
  where known.user_id = new.owner_id and known.public_id = new.payment_account and known.kind = 'bank'
    and known.currency = new.fiat
  for share;
  if not found then
    raise exception 'an offer names a bank account of its owner in its currency' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger offers_name_own_accounts after insert or update of payment_account, fiat on offers
  for each row when (new.payment_account is not null) execute function offer_account_fits();

-- Made anew (0670 made it before): an account that an offer names is in use as well.
create or replace function is_account_shared(account_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from trade_payment_accounts shared
    join running_trades running on running.trade_id = shared.trade_id
    where shared.account_id = is_account_shared.account_id)
  or exists (
    select from payment_accounts known
    join offers naming on naming.owner_id = known.user_id and naming.payment_account = known.public_id
    where known.id = is_account_shared.account_id and naming.deleted_at is null)
$$;

-- Made anew (0670 made it before): a trade of this flow has its account before the coins are there.
create or replace function share_payment_account(
  hash text, user_id bigint, account text, public_id text, fields jsonb, sealed_with int) returns text
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

revoke all on function offer_account_fits() from public;
