create or replace function own_data_lessons(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select known.id, jsonb_build_object('lesson', known.lesson, 'score', known.score, 'questions', known.questions, 'tries', known.tries,
    'passedAt', known.passed_at, 'at', known.at)::text
  from lesson_progress known
  where known.user_id = person and known.id > after
  order by known.id
  limit most
$$;
revoke all on function own_data_lessons(bigint,bigint,integer) from public;
