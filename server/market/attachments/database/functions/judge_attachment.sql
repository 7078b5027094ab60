-- What the seller says of a file, once: judged; not_open once no coins are in escrow; judged_before; none.
create or replace function judge_attachment(hash text, seller_id bigint, attachment text, verdict text, reason text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade trades;
  seen  text;
begin
  trade := trade_of_side(hash, seller_id, 'seller', at);
  select one.status into seen
  from trade_attachments one
  where one.trade_id = trade.id and one.hash = attachment and one.upload_id is not null;
  if seen is null then return 'none'; end if;
  if not is_in_escrow(trade.status) then return 'not_open'; end if;
  if seen <> 'uploaded' then return 'judged_before'; end if;
  update trade_attachments one
  set status = verdict, reason = judge_attachment.reason, judged_at = judge_attachment.at
  where one.trade_id = trade.id and one.hash = attachment;
  update trades
  set awaited = unmet_requirements(id, requirements), version = version + 1
  where id = trade.id and verdict = 'rejected' and paid_at is null
    and awaited is distinct from unmet_requirements(id, requirements);
  return 'judged';
end $$;
revoke all on function judge_attachment(text,bigint,text,text,text,timestamp with time zone) from public;
grant execute on function judge_attachment(text,bigint,text,text,text,timestamp with time zone) to parley_web;
