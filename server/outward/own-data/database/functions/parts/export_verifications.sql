-- What is kept of somebody's documents, as lines of JSON; while it is being made. What they typed comes sealed.
create or replace function export_verifications(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select one.id, jsonb_build_object('reference', one.reference, 'kind', one.kind, 'status', one.status,
    'country', one.country_iso3, 'document', one.document_type, 'startedAt', one.started_at,
    'submittedAt', one.submitted_at, 'decidedAt', one.decided_at, 'reasons', one.reasons, 'expiresOn', one.expires_on,
    'pictures', (select coalesce(jsonb_agg(jsonb_build_object('side', picture.side, 'pdfPages', picture.pages) order by picture.side), '[]')
      from verification_pictures picture where picture.verification_id = one.id),
    'details_sealed', encode(one.details_sealed, 'base64'))::text
  from data_exports waiting
  join verifications one on one.user_id = waiting.user_id
  where waiting.id = export_verifications.export_id and waiting.made_at is null and one.id > export_verifications.after
  order by one.id
  limit export_verifications.most
$$;
revoke all on function export_verifications(bigint,bigint,integer) from public;
grant execute on function export_verifications(bigint,bigint,integer) to parley_worker;
