-- Both addresses come sealed.
create or replace function own_data_email_changes(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select change.id, jsonb_build_object('externalId', users.external_id, 'askedAt', change.asked_at, 'changedAt', change.done_at,
    'takenBackAt', change.undone_at, 'new_sealed', encode(change.email_sealed, 'base64'),
    'old_sealed', encode(change.old_sealed, 'base64'))::text
  from email_changes change
  join users on users.id = change.user_id
  where change.user_id = person and change.id > after
  order by change.id
  limit most
$$;
revoke all on function own_data_email_changes(bigint,bigint,integer) from public;
