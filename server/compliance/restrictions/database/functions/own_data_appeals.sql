-- Appeals against restrictions, with their answers.
create or replace function own_data_appeals(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select restriction.id, jsonb_build_object('appeal', appeal.words, 'case', restriction.case_number, 'writtenAt', appeal.written_at,
    'outcome', appeal.outcome, 'answer', appeal.answer, 'decidedAt', appeal.decided_at)::text
  from user_restrictions restriction
  join restriction_appeals appeal on appeal.restriction_id = restriction.id
  where restriction.user_id = person and restriction.id > after
  order by restriction.id
  limit most
$$;
revoke all on function own_data_appeals(bigint,bigint,integer) from public;
