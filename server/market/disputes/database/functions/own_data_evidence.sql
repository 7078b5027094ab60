-- Evidence and appeals of the person, with the names of their files.
create or replace function own_data_evidence(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select numbered.place, numbered.line
  from (
    select row_number() over (order by said.at, said.dispute_id, said.place) as place, said.line
    from (
      select item.at, item.dispute_id, item.place,
        jsonb_build_object('trade', opened.trade_hash, 'evidence', item.body, 'submittedAt', item.at,
          'files', (select jsonb_agg(file.name) from uploads file where file.id = any (item.upload_ids)),
          'digest', encode(item.digest, 'hex'))::text as line
      from dispute_evidence item
      join disputes opened on opened.id = item.dispute_id
      where item.author_id = person and item.role <> 'moderator'
      union all
      select appeal.made_at, appeal.dispute_id, 0,
        jsonb_build_object('trade', opened.trade_hash, 'appeal', appeal.body, 'case', appeal.case_number, 'madeAt', appeal.made_at,
          'outcome', appeal.outcome, 'answer', appeal.answer, 'decidedAt', appeal.decided_at)::text
      from dispute_appeals appeal
      join disputes opened on opened.id = appeal.dispute_id
      where appeal.appellant_id = person
    ) as said
  ) as numbered
  where numbered.place > after
  order by numbered.place
  limit most
$$;
revoke all on function own_data_evidence(bigint,bigint,integer) from public;
