-- Open disputes whose time for evidence ends soon: reminds each side that has not closed its evidence. Returns how many were
-- sent.
create or replace function remind_of_evidence(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at   timestamptz := market_now();
  lead interval := reminds_within('reminders.evidence_minutes', 120, 'minute');
  many int;
begin
  with due as (
    select trade.hash, trade.status, opened.evidence_due_at, side.user_id, side.other
    from disputes opened
    join trades trade on trade.hash = opened.trade_hash and trade.round = opened.round and trade.status in ('dispute_open', 'dispute_awarded')
    cross join lateral (values
      (trade.buyer_id, opened.buyer_done_at, 'seller'), (trade.seller_id, opened.seller_done_at, 'buyer')
    ) as side (user_id, done_at, other)
    where opened.outcome is null and opened.evidence_due_at > at and opened.evidence_due_at <= at + lead and side.done_at is null
      and not exists (
        select from reminders_sent sent
        where sent.kind = 'evidence' and sent.subject = trade.hash and sent.user_id = side.user_id
          and sent.due_at = opened.evidence_due_at)
    order by opened.evidence_due_at, trade.hash, side.user_id
    limit most
  ), sent as (
    insert into reminders_sent (kind, subject, user_id, due_at, told_at)
    select 'evidence', due.hash, due.user_id, due.evidence_due_at, at from due
    on conflict do nothing
    returning subject, user_id
  )
  insert into events (type, subject, payload, at)
  select 'trade.evidence_ends_soon', due.hash, jsonb_build_object('actor', due.other, 'status', due.status), at
  from sent
  join due on due.hash = sent.subject and due.user_id = sent.user_id
  order by due.evidence_due_at, due.hash, due.user_id;
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function remind_of_evidence(integer) from public;
grant execute on function remind_of_evidence(integer) to parley_worker;
