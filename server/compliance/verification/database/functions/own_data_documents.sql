-- What the person typed comes sealed.
create or replace function own_data_documents(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select one.id, jsonb_build_object('reference', one.reference, 'kind', one.kind, 'status', one.status,
    'country', one.country_iso3, 'document', one.document_type, 'startedAt', one.started_at,
    'submittedAt', one.submitted_at, 'decidedAt', one.decided_at, 'reasons', one.reasons, 'expiresOn', one.expires_on,
    'pictures', (select coalesce(jsonb_agg(jsonb_build_object('side', picture.side, 'pdfPages', picture.pages) order by picture.side), '[]')
      from verification_pictures picture where picture.verification_id = one.id),
    'details_sealed', encode(one.details_sealed, 'base64'))::text
  from verifications one
  where one.user_id = person and one.id > after
  order by one.id
  limit most
$$;
revoke all on function own_data_documents(bigint,bigint,integer) from public;
