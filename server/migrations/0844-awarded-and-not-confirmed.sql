-- Above a sum two moderators have to say the same. Between the first and the second a trade was said to be disputed as before, and
-- nobody but staff could see that it is decided but for a second look: it is `dispute_awarded` meanwhile. Everything that is open in a
-- dispute stays open: evidence, questions, and both sides may still settle. Owned by market/trades and market/disputes.

insert into trade_rules (flow_type, verb, actor, from_status, to_status, escrow, to_flow)
select known.flow_type, known.verb, known.actor, 'dispute_awarded', known.to_status, known.escrow, known.to_flow
from trade_rules known
where known.from_status = 'dispute_open';
insert into trade_rules (flow_type, verb, actor, from_status, to_status)
select distinct known.flow_type, 'propose_award', 'moderator', 'dispute_open', 'dispute_awarded'
from trade_rules known;

do $$
declare
  change text[];
  made   text;
begin
  foreach change slice 1 in array array[
    ['move_trades(jsonb, timestamptz)', '''paid'', ''dispute_open'', ''gcc_info_shared''',
     '''paid'', ''dispute_open'', ''dispute_awarded'', ''gcc_info_shared'''],
    ['is_in_escrow(text)', '''paid'', ''dispute_open'')', '''paid'', ''dispute_open'', ''dispute_awarded'')'],
    ['propose_award(text, bigint, text, bigint, text, text, timestamptz)', 'trade.status <> ''dispute_open''',
     'trade.status not in (''dispute_open'', ''dispute_awarded'')'],
    ['hand_in_evidence', 'trade.status <> ''dispute_open''', 'trade.status not in (''dispute_open'', ''dispute_awarded'')'],
    ['ask_for_evidence', 'trade.status <> ''dispute_open''', 'trade.status not in (''dispute_open'', ''dispute_awarded'')'],
    ['remind_of_evidence(int)', 'trade.status = ''dispute_open''', 'trade.status in (''dispute_open'', ''dispute_awarded'')']]
  loop
    made := pg_get_functiondef(coalesce(to_regprocedure(change[1]), to_regproc(change[1])::regprocedure));
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;

create function awarded_is_proposed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select
    from disputes open
    where open.trade_hash = new.hash and open.round = new.round and open.outcome is null and open.proposed_by is not null
  ) then
    raise exception 'nobody has proposed an award of trade %', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger trades_awarded after update on trades
  for each row when (new.status = 'dispute_awarded' and old.status <> 'dispute_awarded')
  execute function awarded_is_proposed();
revoke all on function awarded_is_proposed() from public;
