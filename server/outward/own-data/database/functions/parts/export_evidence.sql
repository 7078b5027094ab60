-- A side's own words, and which files went with them.
create or replace function export_evidence(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select numbered.place, numbered.line
  from (
    select row_number() over (order by said.at, said.dispute_id, said.place) as place, said.line
    from (
      select item.at, item.dispute_id, item.place,
        jsonb_build_object('trade', opened.trade_hash, 'evidence', item.body, 'handedInAt', item.at,
          'files', (select jsonb_agg(file.name) from uploads file where file.id = any (item.upload_ids)),
          'digest', encode(item.digest, 'hex'))::text as line
      from data_exports export
      join dispute_evidence item on item.author_id = export.user_id and item.role <> 'moderator'
      join disputes opened on opened.id = item.dispute_id
      where export.id = export_evidence.export_id and export.made_at is null
      union all
      select appeal.made_at, appeal.dispute_id, 0,
        jsonb_build_object('trade', opened.trade_hash, 'appeal', appeal.body, 'case', appeal.case_number, 'madeAt', appeal.made_at,
          'outcome', appeal.outcome, 'answer', appeal.answer, 'decidedAt', appeal.decided_at)::text
      from data_exports export
      join dispute_appeals appeal on appeal.appellant_id = export.user_id
      join disputes opened on opened.id = appeal.dispute_id
      where export.id = export_evidence.export_id and export.made_at is null
    ) as said
  ) as numbered
  where numbered.place > export_evidence.after
  order by numbered.place
  limit export_evidence.most
$$;
revoke all on function export_evidence(bigint,bigint,integer) from public;
grant execute on function export_evidence(bigint,bigint,integer) to parley_worker;
