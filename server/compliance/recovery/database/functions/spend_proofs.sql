-- Spends these proofs, once. A proof from the time of an approved recovery does not count.
create or replace function spend_proofs(subjects text[], user_ids bigint[]) returns SETOF text
language sql security definer set search_path = public, pg_temp as $$
  update proofs
  set spent_at = market_now()
  from unnest(subjects, user_ids) as wanted (subject, user_id)
  where proofs.subject = wanted.subject and proofs.user_id = wanted.user_id
    and proofs.spent_at is null and proofs.expires_at > market_now()
    and not exists (
      select from send_out_holds hold
      where hold.user_id = proofs.user_id and hold.reason = 'recovery' and hold.ends_at > market_now())
  returning proofs.subject
$$;
revoke all on function spend_proofs(text[],bigint[]) from public;
