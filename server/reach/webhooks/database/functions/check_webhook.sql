-- The address of a user's webhook becomes this one, and is checked: 'done', or 'unproved'. Locks the user and spends the proof.
create or replace function check_webhook(user_id bigint, url text, events text[], secret_sealed bytea, delivery text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at timestamptz;
  endpoint bigint;
begin
  perform from users where users.id = user_id for update;
  at := market_now();
  perform spend_proofs(array['set_webhook:' || user_id], array[user_id]);
  if not found then return 'unproved'; end if;
  insert into webhook_endpoints as known (user_id, url, checking_since, why, events, secret_sealed, created_at)
  values (user_id, url, at, 'unverified', events, secret_sealed, at)
  on conflict on constraint webhook_endpoints_user_key do update
  set url = excluded.url, checking_since = at, is_enabled = false, why = 'unverified', check_fault = null,
    failures = 0, failing_since = null, is_warned = false
  returning known.id into endpoint;
  -- An earlier check says nothing of this address.
  delete from webhook_deliveries old where old.endpoint_id = endpoint and old.cause = 'check' and old.ended_at is null;
  insert into webhook_deliveries (public_id, endpoint_id, cause, attempt, planned_at)
  values (delivery, endpoint, 'check', 1, at);
  perform note_activity(user_id, 'webhook_set', left(url, 100));
  insert into events (type, subject, payload, at)
  values ('account.webhook_set', user_id::text, jsonb_build_object('detail', substring(url from '^https?://([^/?#]+)')), at);
  return 'done';
end $$;
revoke all on function check_webhook(bigint,text,text[],bytea,text) from public;
grant execute on function check_webhook(bigint,text,text[],bytea,text) to parley_web;
