-- A side submits evidence with its own files. Outcomes: submitted; not_open without a case in progress; over after the deadline
-- or after the side's last item; full after twenty items; no_file where one is not theirs. Locks the trade, then the case.
create or replace function submit_evidence(hash text, author_id bigint, body text, salt bytea, files text[], is_last boolean, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade   trades;
  found   disputes;
  role    text;
  own     bigint[];
  digests bytea[];
begin
  perform assert_now(at);
  perform assert_may_act_for(array[author_id]);
  select one.* into trade from trades one where one.hash = submit_evidence.hash for update;
  role := case author_id when trade.buyer_id then 'buyer' when trade.seller_id then 'seller' end;
  if role is null then
    raise exception 'the author of evidence about the trade % is no side of it', hash using errcode = 'insufficient_privilege';
  end if;
  select one.* into found
  from disputes one
  where one.trade_hash = trade.hash and one.round = trade.round and one.outcome is null
  for update;
  if found.id is null or trade.status not in ('dispute_open', 'dispute_awarded') then return 'not_open'; end if;
  if at >= found.evidence_due_at
     or (case role when 'buyer' then found.buyer_done_at else found.seller_done_at end) is not null then
    return 'over';
  end if;
  if (select count(*) from dispute_evidence one
      where one.dispute_id = found.id and one.author_id = submit_evidence.author_id) >= 20 then
    return 'full';
  end if;
  select array_agg(upload.id order by asked.place), array_agg(upload.sha256 order by asked.place)
  into own, digests
  from unnest(files) with ordinality as asked (hash, place)
  join uploads upload on upload.hash = asked.hash and upload.owner_id = submit_evidence.author_id and upload.sha256 is not null;
  if cardinality(files) <> coalesce(cardinality(own), 0) then return 'no_file'; end if;
  perform add_evidence(
    found.id, evidence_start(trade.hash, trade.round), author_id, role, null, body, salt, coalesce(own, '{}'),
    coalesce(digests, '{}'), at);
  if is_last then
    update disputes
    set buyer_done_at = case role when 'buyer' then at else buyer_done_at end,
        seller_done_at = case role when 'seller' then at else seller_done_at end
    where id = found.id;
  end if;
  return 'submitted';
end $$;
revoke all on function submit_evidence(text,bigint,text,bytea,text[],boolean,timestamp with time zone) from public;
grant execute on function submit_evidence(text,bigint,text,bytea,text[],boolean,timestamp with time zone) to parley_web, parley_worker;
