-- Sign-ins that needed a second step, and what was asked for their approval.
create or replace function own_data_sign_ins(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select sign_in.id, jsonb_build_object('firstStepAt', sign_in.made_at, 'ip', sign_in.ip, 'browser', sign_in.user_agent,
    'endedAt', sign_in.spent_at, 'approvalAskedAt', asked.made_at, 'approval', asked.state, 'decidedAt', asked.decided_at)::text
  from pending_sign_ins sign_in
  left join sign_in_approvals asked on asked.pending_id = sign_in.id
  where sign_in.user_id = person and sign_in.id > after
  order by sign_in.id
  limit most
$$;
revoke all on function own_data_sign_ins(bigint,bigint,integer) from public;
