-- Writes a decision with its effects on the level; the row is locked by the caller. One verification of a kind is approved at a
-- time. A granted level that is not above the verified one gives way to it. An empty list of reasons approves.
create or replace function apply_verification(shown verifications, staff_id bigint, reasons text[], expires_on date, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  is_approval boolean := cardinality(reasons) = 0;
begin
  if is_approval then
    update verifications before
    set status = 'ended'
    where before.user_id = shown.user_id and before.kind = shown.kind and before.status = 'approved';
  end if;
  update verifications
  set status = case when is_approval then 'approved' else 'rejected' end, decided_at = at, decided_by = staff_id,
      reasons = apply_verification.reasons, expires_on = case when is_approval then apply_verification.expires_on end
  where id = shown.id;
  if is_approval then
    update verification_demands demand
    set met_at = at
    where demand.user_id = shown.user_id and demand.kind = shown.kind and demand.met_at is null;
    perform settle_level(shown.user_id);
    update users
    set granted_level = null
    -- What an administrator has lowered stays so until an administrator says otherwise.
    -- and what two gave above all documents is theirs to take back.
    where users.id = shown.user_id and users.granted_level <= least(users.verified_level, 2.5) and not users.is_level_lowered;
  end if;
  perform tell_of_verification(
    case when is_approval then 'account.verification_approved' else 'account.verification_rejected' end, shown, at);
end $$;
revoke all on function apply_verification(verifications,bigint,text[],date,timestamp with time zone) from public;
