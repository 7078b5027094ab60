-- As the digest of server/people/audit/staff-acts.ts.
create or replace function staff_act_link(staff_id bigint, act text, subject_commitment bytea, reason_commitment bytea, at timestamp with time zone, previous bytea) returns bytea
language sql immutable set search_path = public, pg_temp as $$
  select sha256(previous || convert_to(
    '[' || to_json(coalesce(staff_id::text, 'null')) || ',' || to_json(act) || ',"' || encode(subject_commitment, 'hex') || '","'
    || encode(reason_commitment, 'hex') || '",' || (extract(epoch from at) * 1000)::bigint || ']', 'utf8'))
$$;
revoke all on function staff_act_link(bigint,text,bytea,bytea,timestamp with time zone,bytea) from public;
