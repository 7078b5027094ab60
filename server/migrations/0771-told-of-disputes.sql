-- The time for evidence ended unannounced, moderators found appeals by looking, and while a card waited to be accepted nobody was
-- reminded that the window ends. Owned by outward/notifications and market/disputes.

insert into setting_rules (name, shape, initial, takes_two)
values ('reminders.evidence_minutes', '{"type":"integer","minimum":1,"maximum":10080}', '120', false);

-- In the statuses of cards it is the seller's turn to accept, then the buyer's to give the code; each is told of one deadline once.
do $$
declare
  made   text := pg_get_functiondef('remind_of_trades(int)'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['case trade.status when ''not_funded'' then ''buyer'' else ''seller'' end',
     'case when trade.status in (''not_funded'', ''gcc_info_shared'') then ''buyer'' else ''seller'' end'],
    ['case trade.status when ''not_funded'' then trade.seller_id else trade.buyer_id end',
     'case when trade.status in (''not_funded'', ''gcc_info_shared'') then trade.seller_id else trade.buyer_id end'],
    ['trade.status in (''not_funded'', ''active_funded'')',
     'trade.status in (''not_funded'', ''active_funded'', ''gcc_info_shared'', ''gcc_info_accepted'')'],
    ['told.subject = trade.hash and told.due_at = timer.expires_at',
     'told.subject = trade.hash and told.due_at = timer.expires_at and told.user_id =
          case when trade.status in (''not_funded'', ''gcc_info_shared'') then trade.seller_id else trade.buyer_id end']]
  loop
    if strpos(made, change[1]) = 0 then raise exception 'reminders of trades do not say: %', change[1]; end if;
    made := replace(made, change[1], change[2]);
  end loop;
  execute made;
end $$;

create index disputes_by_evidence on disputes (evidence_due_at) where outcome is null;

-- Open disputes whose time for evidence ends soon: each side that has not said that this is all. Returns how many were told.
create function remind_of_evidence(most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at   timestamptz := market_now();
  lead interval := reminds_within('reminders.evidence_minutes', 120, 'minute');
  many int;
begin
  with due as (
    select trade.hash, trade.status, opened.evidence_due_at, side.user_id, side.other
    from disputes opened
    join trades trade on trade.hash = opened.trade_hash and trade.round = opened.round and trade.status = 'dispute_open'
    cross join lateral (values
      (trade.buyer_id, opened.buyer_done_at, 'seller'), (trade.seller_id, opened.seller_done_at, 'buyer')
    ) as side (user_id, done_at, other)
    where opened.outcome is null and opened.evidence_due_at > at and opened.evidence_due_at <= at + lead and side.done_at is null
      and not exists (
        select from reminders_sent told
        where told.kind = 'evidence' and told.subject = trade.hash and told.user_id = side.user_id
          and told.due_at = opened.evidence_due_at)
    order by opened.evidence_due_at, trade.hash, side.user_id
    limit most
  ), told as (
    insert into reminders_sent (kind, subject, user_id, due_at, told_at)
    select 'evidence', due.hash, due.user_id, due.evidence_due_at, at from due
    on conflict do nothing
    returning subject, user_id
  )
  insert into events (type, subject, payload, at)
  select 'trade.evidence_ends_soon', due.hash, jsonb_build_object('actor', due.other, 'status', due.status), at
  from told
  join due on due.hash = told.subject and due.user_id = told.user_id
  order by due.evidence_due_at, due.hash, due.user_id;
  get diagnostics many = row_count;
  return many;
end $$;

-- Whoever may take the appeal is told: of a market with very many staff the first fifty.
create function tell_of_dispute_appeal() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into events (type, subject, payload, at)
  select 'staff.dispute_appealed', judge.user_id::text, jsonb_build_object('detail', new.case_number), new.made_at
  from (
    select distinct granted.user_id
    from disputes decided
    join trades trade on trade.hash = decided.trade_hash
    join user_roles granted
      on granted.user_id not in (trade.buyer_id, trade.seller_id)
      and granted.user_id not in (
        coalesce(decided.decided_by, 0), coalesce(decided.proposed_by, 0), coalesce(decided.taken_by, 0))
    where decided.id = new.dispute_id and may_judge(granted.user_id)
    order by granted.user_id
    limit 50) as judge;
  return null;
end $$;
create trigger dispute_appeals_told after insert on dispute_appeals for each row execute function tell_of_dispute_appeal();

revoke all on function remind_of_evidence(int), tell_of_dispute_appeal() from public;
grant execute on function remind_of_evidence(int) to parley_worker;
