-- What is wrong with the state that a market process says an order is in; null where the fills and the log allow it. `changed` has its id, status,
-- why, lots and filled_lots; `here` is the order with its fills. Of the log: orders and users whose cancelling was asked, and `id:lots` of amendments.
create or replace function spot_end_fault(changed spot_orders, here spot_orders, applied_seq bigint, to_seq bigint, asked_ids bigint[], asked_users bigint[], amended text[]) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
begin
  return case
    when here.id is null or here.ended_at is not null or here.seq > to_seq then 'is not open'
    when changed.filled_lots is distinct from here.filled_lots then 'has other fills'
    when coalesce(changed.was_set_off, false) <> here.was_set_off and (here.was_set_off or here.type <> 'oco' or here.filled_lots > 0)
      then 'was not set off'
    when (changed.lots between greatest(1, here.filled_lots) and here.lots) is not true then 'has another quantity'
    when changed.lots < here.lots and (here.id || ':' || changed.lots) <> all (amended) then 'was not amended'
    when changed.status in ('waiting', 'open') then case
      when changed.why is not null or changed.filled_lots = changed.lots then 'does not rest' end
    when changed.status = 'filled' then case
      when changed.filled_lots < changed.lots and (here.quote_limit_units is null or here.filled_lots = 0) then 'is not filled' end
    when changed.status = 'cancelled' then case
      when here.id <> all (asked_ids) and here.user_id <> all (asked_users) then 'was not cancelled' end
    when changed.status in ('expired', 'rejected') then case
      when here.seq <= applied_seq and here.type <> 'stop_limit' and changed.was_set_off is not true then 'rests' end
    else 'has no status'
  end;
end $$;
revoke all on function spot_end_fault(spot_orders,spot_orders,bigint,bigint,bigint[],bigint[],text[]) from public;
