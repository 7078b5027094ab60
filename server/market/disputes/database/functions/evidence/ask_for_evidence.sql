-- The moderator who has the case asks a side, or both, for more: they have so many hours from now, or longer where they had longer.
-- asked; not_open; not_judge.
create or replace function ask_for_evidence(hash text, moderator_id bigint, asks text, body text, salt bytea, hours integer, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade trades;
  found disputes;
begin
  perform assert_now(at);
  if (hours between 1 and 720) is not true then
    raise exception 'a side has an hour to thirty days' using errcode = 'check_violation';
  end if;
  select one.* into trade from trades one where one.hash = ask_for_evidence.hash for update;
  select one.* into found
  from disputes one
  where one.trade_hash = trade.hash and one.round = trade.round and one.outcome is null
  for update;
  if found.id is null or trade.status not in ('dispute_open', 'dispute_awarded') then return 'not_open'; end if;
  if found.taken_by is distinct from moderator_id or moderator_id in (trade.buyer_id, trade.seller_id)
     or not may_judge(moderator_id) then
    return 'not_judge';
  end if;
  perform add_evidence(
    found.id, evidence_start(trade.hash, trade.round), moderator_id, 'moderator', asks, body, salt, '{}', '{}', at);
  update disputes
  set evidence_due_at = greatest(evidence_due_at, at + make_interval(hours => hours)),
      due_at = greatest(evidence_due_at, at + make_interval(hours => hours)) + make_interval(hours => decision_hours),
      buyer_done_at = case when asks = 'seller' then buyer_done_at end,
      seller_done_at = case when asks = 'buyer' then seller_done_at end
  where id = found.id;
  return 'asked';
end $$;
revoke all on function ask_for_evidence(text,bigint,text,text,bytea,integer,timestamp with time zone) from public;
grant execute on function ask_for_evidence(text,bigint,text,text,bytea,integer,timestamp with time zone) to parley_web, parley_worker;
