-- The owner enables an address that was verified: 'done', or 'unverified'.
create or replace function switch_webhook(user_id bigint, url text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  update webhook_endpoints known
  set is_enabled = true, why = null, check_fault = null, failures = 0, failing_since = null, is_warned = false
  where known.user_id = switch_webhook.user_id and known.url = switch_webhook.url and known.verified_url = known.url
    and known.checking_since is null;
  return case when found then 'done' else 'unverified' end;
end $$;
revoke all on function switch_webhook(bigint,text) from public;
grant execute on function switch_webhook(bigint,text) to parley_web;
