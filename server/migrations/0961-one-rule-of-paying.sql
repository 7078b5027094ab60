-- The actions of a trade offered mark_paid while the call was refused, because the buyer had not said whose account pays: the rule was
-- not among the rules of the flows. The trade now has it as a column. And a lite trade can continue in the default flow, as trades
-- of the automatic flows can. Owned by market/trades.

alter table trades add column payer_awaited boolean not null default false;

update trades
set payer_awaited = true
where ended_at is null
  and exists (select from trade_payment_accounts given where given.trade_id = trades.id)
  and not exists (select from trade_payers payer where payer.trade_id = trades.id);

-- Trades are locked before either row is written.
create function await_payer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update trades
  set payer_awaited = true, version = version + 1
  where id = new.trade_id and not payer_awaited
    and not exists (select from trade_payers payer where payer.trade_id = new.trade_id);
  return null;
end $$;
create trigger given_accounts_await_payer after insert on trade_payment_accounts for each row execute function await_payer();

create function end_wait_for_payer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update trades set payer_awaited = false, version = version + 1 where id = new.trade_id and payer_awaited;
  return null;
end $$;
create trigger payers_end_wait after insert on trade_payers for each row execute function end_wait_for_payer();

revoke all on function await_payer(), end_wait_for_payer() from public;

insert into trade_rules (flow_type, verb, actor, from_status, to_status, to_flow)
values
  ('lite', 'fallback', 'buyer', 'active_funded', 'active_funded', 'default'),
  ('lite', 'fallback', 'seller', 'active_funded', 'active_funded', 'default');
