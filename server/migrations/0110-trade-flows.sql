-- A trade runs in a flow, which says who may do what and when; until now there was one, and no column for it. The steps
-- that a trade took are called transitions everywhere, so their table is, too. Owned by market/trades.

alter table trades add column flow_type text not null default 'default'
  check (flow_type in ('default', 'gcc-auto', 'lite', 'bt-auto'));

alter table trade_moves rename to trade_transitions;
alter index trade_moves_of_trade rename to trade_transitions_of_trade;
alter trigger trade_moves_append_only on trade_transitions rename to trade_transitions_append_only;
