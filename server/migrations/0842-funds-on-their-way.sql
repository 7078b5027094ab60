-- A trade that waits for its seller's coins says how far they are: on their way over the chain, arrived, or not there (any more). The
-- platform moves it between the three; from each the seller funds it, either side gives it up, and the clock ends it. What waits
-- stands in a small table of its own, so that nobody looks for it among all trades. Owned by market/trades and money/custody.

alter table trade_rules drop constraint trade_rules_actor_check;
alter table trade_rules add constraint trade_rules_actor_check
  check (actor in ('buyer', 'seller', 'moderator', 'clock', 'platform'));
insert into trade_rules (flow_type, verb, actor, from_status, to_status, escrow, to_flow)
select known.flow_type, known.verb, known.actor, waiting.status, known.to_status, known.escrow, known.to_flow
from trade_rules known
cross join (values ('funds_processing'), ('funds_processed')) as waiting (status)
where known.from_status = 'not_funded';
insert into trade_rules (flow_type, verb, actor, from_status, to_status)
select flow.flow_type, step.verb, 'platform', step.from_status, step.to_status
from (select distinct known.flow_type from trade_rules known) as flow
cross join (values
  ('await_funds', 'not_funded', 'funds_processing'),
  ('await_funds', 'funds_processed', 'funds_processing'),
  ('receive_funds', 'not_funded', 'funds_processed'),
  ('receive_funds', 'funds_processing', 'funds_processed'),
  ('lose_funds', 'funds_processing', 'not_funded'),
  ('lose_funds', 'funds_processed', 'not_funded')) as step (verb, from_status, to_status);

-- The platform is nobody, like the clock, and moves nothing whose time is over.
do $$
declare
  made   text := pg_get_functiondef('move_trades(jsonb, timestamptz)'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['filter (where move.actor <> ''clock'')', 'filter (where move.actor not in (''clock'', ''platform''))'],
    ['when ''clock'' then move.actor_id is null and trade.expires_at <= at',
     'when ''clock'' then move.actor_id is null and trade.expires_at <= at
           when ''platform'' then move.actor_id is null and trade.expires_at > at'],
    ['when move.status not in (''active_funded'', ''not_funded'', ''gcc_info_shared'', ''gcc_info_accepted'') then null',
     'when move.status not in (''active_funded'', ''not_funded'', ''funds_processing'', ''funds_processed'', ''gcc_info_shared'',
          ''gcc_info_accepted'') then null'],
    ['''active_funded'', ''not_funded'', ''paid'', ''dispute_open'', ''gcc_info_shared''',
     '''active_funded'', ''not_funded'', ''funds_processing'', ''funds_processed'', ''paid'', ''dispute_open'', ''gcc_info_shared''']]
  loop
    if strpos(made, change[1]) = 0 then raise exception 'moves of trades do not say: %', change[1]; end if;
    made := replace(made, change[1], change[2]);
  end loop;
  execute made;
end $$;

-- Whoever has to fund is reminded in each of the three.
do $$
declare
  made    text := pg_get_functiondef('remind_of_trades(int)'::regprocedure);
  sellers constant text := '''not_funded'', ''gcc_info_shared''';
begin
  if strpos(made, 'in (' || sellers || ')') = 0 or strpos(made, '(''not_funded'', ''active_funded'', ') = 0 then
    raise exception 'reminders of trades do not say whose turn it is';
  end if;
  made := replace(made, 'in (' || sellers || ')', 'in (''funds_processing'', ''funds_processed'', ' || sellers || ')');
  made := replace(made, '(''not_funded'', ''active_funded'', ',
    '(''not_funded'', ''funds_processing'', ''funds_processed'', ''active_funded'', ');
  execute made;
end $$;

create table unfunded_trades (
  trade_id bigint primary key
);
grant select on unfunded_trades to parley_worker;
insert into unfunded_trades (trade_id)
select id
from trades
where status = 'not_funded';
-- Of an address that was paid for years, what is on its way.
create index deposits_incoming on deposits (address_id) where status = 'incoming';

-- Under the lock of the trade's row.
create function list_unfunded() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status in ('not_funded', 'funds_processing', 'funds_processed') then
    insert into unfunded_trades (trade_id) values (new.id);
  else
    delete from unfunded_trades where trade_id = new.id;
  end if;
  return null;
end $$;
create trigger trades_begin_unfunded after insert on trades
  for each row when (new.status in ('not_funded', 'funds_processing', 'funds_processed'))
  execute function list_unfunded();
create trigger trades_change_unfunded after update on trades
  for each row when ((old.status in ('not_funded', 'funds_processing', 'funds_processed'))
    is distinct from (new.status in ('not_funded', 'funds_processing', 'funds_processed')))
  execute function list_unfunded();
revoke all on function list_unfunded() from public;
