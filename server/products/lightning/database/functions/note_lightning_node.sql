-- The node as it is now, with what the books said just before: what was owed, which of it is held for payments, and what was credited ever. The operator's own
-- is what the node has, has in flight and gets back from closed channels, less what is owed and not held; a payment that leaves between the books and the node makes one look too low, so the
-- better of two counts. The most that it was is kept: the least of a minute in which the node's stream was read up, by each look and the credits until the next
-- one, because the node has a payment before its credit.
create or replace function note_lightning_node(node_id text, local_msat bigint, remote_msat bigint, in_flight_msat bigint, payable_msat bigint,
  receivable_msat bigint, channels integer, closing_msat bigint, channel_list jsonb,
  owed_msat bigint, held_msat bigint, credited_msat bigint, is_read_up boolean, at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  own   constant bigint := local_msat + in_flight_msat + closing_msat - owed_msat + held_msat;
  calm  constant boolean := is_read_up and standing_halt(array['lightning_in', 'ledger', 'coin_BTC']) is null;
  lowest bigint;
  since timestamptz;
begin
  perform assert_now(at);
  select least(known.raise_msat, known.local_msat + known.closing_msat - known.seen_owed_msat - (known.credited_msat - known.seen_credited_msat)), coalesce(known.raise_since, at)
  into lowest, since
  from ln_node known
  where calm;
  insert into ln_node as known
    (seen_at, node_id, local_msat, remote_msat, in_flight_msat, payable_msat, receivable_msat, channels, closing_msat, channel_list, own_msat, base_msat,
     seen_own_msat, seen_owed_msat, seen_credited_msat)
  values (at, node_id, local_msat, remote_msat, in_flight_msat, payable_msat, receivable_msat, channels, closing_msat, channel_list, own, local_msat + closing_msat - owed_msat,
     own, owed_msat, credited_msat)
  on conflict (only_row) do update
  set seen_at = excluded.seen_at, node_id = excluded.node_id, local_msat = excluded.local_msat, remote_msat = excluded.remote_msat,
    in_flight_msat = excluded.in_flight_msat, payable_msat = excluded.payable_msat, receivable_msat = excluded.receivable_msat,
    channels = excluded.channels, closing_msat = excluded.closing_msat, channel_list = excluded.channel_list, own_msat = greatest(known.seen_own_msat, own), seen_own_msat = own, seen_owed_msat = owed_msat,
    seen_credited_msat = excluded.seen_credited_msat,
    base_msat = case when since < at - interval '1 minute' then greatest(known.base_msat, lowest) else known.base_msat end,
    raise_msat = case when since < at - interval '1 minute' then null else lowest end,
    raise_since = case when since < at - interval '1 minute' then null else since end;
end $$;
revoke all on function note_lightning_node(text,bigint,bigint,bigint,bigint,bigint,integer,bigint,jsonb,bigint,bigint,bigint,boolean,timestamp with time zone) from public;
grant execute on function note_lightning_node(text,bigint,bigint,bigint,bigint,bigint,integer,bigint,jsonb,bigint,bigint,bigint,boolean,timestamp with time zone) to parley_lightning;
