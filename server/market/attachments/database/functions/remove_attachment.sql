-- The buyer takes a file back that was not approved, until they have said that they paid: what is required is awaited again.
-- removed; not_open; approved; none.
create or replace function remove_attachment(hash text, buyer_id bigint, attachment text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade trades;
  gone  trade_attachments;
begin
  trade := trade_of_side(hash, buyer_id, 'buyer', at);
  select one.* into gone from trade_attachments one where one.trade_id = trade.id and one.hash = attachment;
  if gone.id is null then return 'none'; end if;
  if not is_in_escrow(trade.status) or trade.paid_at is not null then return 'not_open'; end if;
  if gone.status = 'approved' then return 'approved'; end if;
  delete from trade_attachments where id = gone.id;
  update trades
  set awaited = awaited || gone.requirement, version = version + 1
  where id = trade.id and gone.requirement = any (requirements) and not gone.requirement = any (awaited)
    and not exists (
      select from trade_attachments other where other.trade_id = trade.id and other.requirement = gone.requirement
        and other.status <> 'rejected');
  return 'removed';
end $$;
revoke all on function remove_attachment(text,bigint,text,timestamp with time zone) from public;
grant execute on function remove_attachment(text,bigint,text,timestamp with time zone) to parley_web;
