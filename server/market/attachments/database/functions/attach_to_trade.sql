-- A file of the buyer's for a requirement: attached; not_open where no coins are in escrow; no_file where it is not theirs; full
-- after twenty. What was awaited has come. The same file for the same requirement is attached once.
create or replace function attach_to_trade(hash text, buyer_id bigint, requirement text, file text, public_id text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  trade   trades;
  file_id bigint;
begin
  trade := trade_of_side(hash, buyer_id, 'buyer', at);
  if not is_in_escrow(trade.status) then return 'not_open'; end if;
  select upload.id into file_id
  from uploads upload
  where upload.hash = file and upload.owner_id = attach_to_trade.buyer_id and upload.sha256 is not null;
  if file_id is null then return 'no_file'; end if;
  if (select count(*) from trade_attachments one where one.trade_id = trade.id) >= 20 then return 'full'; end if;
  insert into trade_attachments (hash, trade_id, requirement, author_id, upload_id, at)
  values (public_id, trade.id, attach_to_trade.requirement, attach_to_trade.buyer_id, file_id, attach_to_trade.at)
  on conflict (trade_id, requirement, upload_id) do nothing;
  if not found then return 'attached_before'; end if;
  update trades
  set awaited = array_remove(awaited, attach_to_trade.requirement), version = version + 1
  where id = trade.id and attach_to_trade.requirement = any (awaited);
  return 'attached';
end $$;
revoke all on function attach_to_trade(text,bigint,text,text,text,timestamp with time zone) from public;
grant execute on function attach_to_trade(text,bigint,text,text,text,timestamp with time zone) to parley_web;
