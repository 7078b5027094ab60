-- What the signer said of a batch; nothing that was said is changed.
create or replace function note_audit_signature(number bigint, signature text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update audit_batches batch
  set signature = note_audit_signature.signature
  where batch.number = note_audit_signature.number and batch.signature is null
$$;
revoke all on function note_audit_signature(bigint,text) from public;
grant execute on function note_audit_signature(bigint,text) to parley_worker;
