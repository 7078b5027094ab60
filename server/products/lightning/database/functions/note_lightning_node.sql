-- The node as it is now. What is the operator's own is what it has, has in flight and gets back from closed channels, less what it owes to users; the most of
-- it is kept.
create or replace function note_lightning_node(node_id text, local_msat bigint, remote_msat bigint, in_flight_msat bigint, payable_msat bigint,
  receivable_msat bigint, channels integer, closing_msat bigint, channel_list jsonb, at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  owed constant bigint := 1000 * coalesce((
    select -outside.balance_units from ledger_accounts outside where outside.name = 'outside:BTC:lightning'), 0);
  own  constant bigint := local_msat + in_flight_msat + closing_msat - owed;
begin
  perform assert_now(at);
  insert into ln_node as known (seen_at, node_id, local_msat, remote_msat, in_flight_msat, payable_msat, receivable_msat, channels, closing_msat,
    channel_list, own_msat, base_msat)
  values (at, node_id, local_msat, remote_msat, in_flight_msat, payable_msat, receivable_msat, channels, closing_msat, channel_list, own, own)
  on conflict (only_row) do update
  set seen_at = excluded.seen_at, node_id = excluded.node_id, local_msat = excluded.local_msat, remote_msat = excluded.remote_msat,
    in_flight_msat = excluded.in_flight_msat, payable_msat = excluded.payable_msat, receivable_msat = excluded.receivable_msat,
    channels = excluded.channels, closing_msat = excluded.closing_msat, channel_list = excluded.channel_list, own_msat = excluded.own_msat,
    -- What was there twice: an invoice that the node has settled may not be credited yet.
    base_msat = case when standing_halt(array['lightning_in', 'ledger', 'coin_BTC']) is null
      then greatest(known.base_msat, least(known.own_msat, excluded.own_msat)) else known.base_msat end;
end $$;
revoke all on function note_lightning_node(text,bigint,bigint,bigint,bigint,bigint,integer,bigint,jsonb,timestamp with time zone) from public;
grant execute on function note_lightning_node(text,bigint,bigint,bigint,bigint,bigint,integer,bigint,jsonb,timestamp with time zone) to parley_lightning;
