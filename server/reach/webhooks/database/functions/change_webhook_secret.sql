-- 'done', 'none' without an endpoint, or 'unproved'. The previous secret signs for another day. Spends the proof.
create or replace function change_webhook_secret(user_id bigint, secret_sealed bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at timestamptz := market_now();
begin
  perform from webhook_endpoints known where known.user_id = change_webhook_secret.user_id for update;
  if not found then return 'none'; end if;
  perform spend_proofs(array['set_webhook:' || user_id], array[user_id]);
  if not found then return 'unproved'; end if;
  update webhook_endpoints known
  set previous_sealed = known.secret_sealed, previous_until = at + interval '1 day', secret_sealed = change_webhook_secret.secret_sealed
  where known.user_id = change_webhook_secret.user_id;
  perform note_activity(user_id, 'webhook_secret', '');
  return 'done';
end $$;
revoke all on function change_webhook_secret(bigint,bytea) from public;
grant execute on function change_webhook_secret(bigint,bytea) to parley_web;
