-- Erases the text and files of submitted evidence together with the conversation.
create or replace function erase_evidence() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update dispute_evidence
  set body = null, salt = null, upload_ids = '{}'
  where dispute_id = new.id and body is not null;
  update dispute_appeals
  set body = '', answer = case when answer is not null then '' end, upload_ids = '{}'
  where dispute_id = new.id;
  return null;
end $$;
revoke all on function erase_evidence() from public;
