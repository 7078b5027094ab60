-- What somebody handed in, and which rules they read.
create or replace function export_attachments(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select numbered.place, numbered.line
  from (
    select row_number() over (order by mine.at, mine.line) as place, mine.line
    from data_exports export
    cross join lateral (
      select item.at, jsonb_build_object('trade', trade.hash, 'requirement', item.requirement, 'file', file.name,
        'handedInAt', item.at, 'status', item.status, 'judgedAt', item.judged_at)::text as line
      from trade_attachments item
      join trades trade on trade.id = item.trade_id
      left join uploads file on file.id = item.upload_id
      where item.author_id = export.user_id
      union all
      select done.at, jsonb_build_object('trade', trade.hash, 'read', done.url, 'at', done.at)::text
      from trade_policy_reads done
      join trades trade on trade.id = done.trade_id
      where done.user_id = export.user_id
    ) as mine
    where export.id = export_attachments.export_id and export.made_at is null
  ) as numbered
  where numbered.place > export_attachments.after
  order by numbered.place
  limit export_attachments.most
$$;
revoke all on function export_attachments(bigint,bigint,integer) from public;
grant execute on function export_attachments(bigint,bigint,integer) to parley_worker;
