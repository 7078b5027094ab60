-- Receipts that the person submitted, and rules that they read.
create or replace function own_data_attachments(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select numbered.place, numbered.line
  from (
    select row_number() over (order by mine.at, mine.line) as place, mine.line
    from (
      select item.at, jsonb_build_object('trade', trade.hash, 'requirement', item.requirement, 'file', file.name,
        'submittedAt', item.at, 'status', item.status, 'judgedAt', item.judged_at)::text as line
      from trade_attachments item
      join trades trade on trade.id = item.trade_id
      left join uploads file on file.id = item.upload_id
      where item.author_id = person
      union all
      select done.at, jsonb_build_object('trade', trade.hash, 'read', done.url, 'at', done.at)::text
      from trade_policy_reads done
      join trades trade on trade.id = done.trade_id
      where done.user_id = person
    ) as mine
  ) as numbered
  where numbered.place > after
  order by numbered.place
  limit most
$$;
revoke all on function own_data_attachments(bigint,bigint,integer) from public;
