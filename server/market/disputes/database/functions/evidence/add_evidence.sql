-- Adds an item to the open case, which the caller has locked.
create or replace function add_evidence(case_id bigint, start bytea, author_id bigint, role text, asks text, body text, salt bytea, files bigint[], digests bytea[], at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  last       dispute_evidence;
  commitment constant bytea := sha256(salt || convert_to(body, 'UTF8'));
  previous   bytea;
begin
  select one.* into last from dispute_evidence one where one.dispute_id = case_id order by one.place desc limit 1;
  previous := coalesce(last.digest, start);
  insert into dispute_evidence (
    dispute_id, place, author_id, role, asks, body, salt, commitment, upload_ids, file_digests, at, previous, digest)
  values (
    case_id, coalesce(last.place, 0) + 1, author_id, role, asks, body, salt, commitment, files, digests, at, previous,
    evidence_digest(previous, commitment, coalesce(last.place, 0) + 1, role, asks, digests, at));
end $$;
revoke all on function add_evidence(bigint,bytea,bigint,text,text,text,bytea,bigint[],bytea[],timestamp with time zone) from public;
