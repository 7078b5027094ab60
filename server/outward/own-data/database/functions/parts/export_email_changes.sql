create or replace function export_email_changes(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select change.id, jsonb_build_object('externalId', person.external_id, 'askedAt', change.asked_at, 'changedAt', change.done_at,
    'takenBackAt', change.undone_at, 'new_sealed', encode(change.email_sealed, 'base64'),
    'old_sealed', encode(change.old_sealed, 'base64'))::text
  from data_exports waiting
  join users person on person.id = waiting.user_id
  join email_changes change on change.user_id = person.id
  where waiting.id = export_email_changes.export_id and waiting.made_at is null and change.id > export_email_changes.after
  order by change.id
  limit export_email_changes.most
$$;
revoke all on function export_email_changes(bigint,bigint,integer) from public;
grant execute on function export_email_changes(bigint,bigint,integer) to parley_worker;
