-- With the conversation go the words, the answer and the names of files; that there was a report stays.
create or replace function erase_chargeback() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update chargeback_reports
  set words_sealed = null, upload_ids = '{}', answer = case when answer is not null then '' end
  where trade_id = new.id;
  return null;
end $$;
revoke all on function erase_chargeback() from public;
