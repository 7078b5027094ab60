-- The buyer says from whose account they pay, until they mark the trade as paid: 'declared', 'trade' or 'status'. Locks the trade.
create or replace function declare_payer(hash text, user_id bigint, holder_sealed bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  held trades;
begin
  select * into held from trades where trades.hash = declare_payer.hash for update;
  if held.id is null or held.buyer_id <> declare_payer.user_id then return 'trade'; end if;
  if held.status <> 'active_funded' then return 'status'; end if;
  insert into trade_payers as known (trade_id, user_id, holder_sealed, declared_at)
  values (held.id, user_id, holder_sealed, market_now())
  on conflict on constraint trade_payers_pkey do update
  set holder_sealed = excluded.holder_sealed, declared_at = excluded.declared_at;
  return 'declared';
end $$;
revoke all on function declare_payer(text,bigint,bytea) from public;
grant execute on function declare_payer(text,bigint,bytea) to parley_web;
