-- What a transition writes beside the status is a part of its rule, which the flows declare. Owned by market/trades.
alter table trade_rules add column writes text[] not null default '{}';
alter table trade_rules alter column writes drop default;
