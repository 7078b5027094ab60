-- As lines of JSON, for an archive that is being made.
create or replace function export_social_accounts(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select account.id, jsonb_build_object('provider', account.provider, 'issuer', account.issuer, 'account', account.hint,
    'connectedAt', account.connected_at)::text
  from data_exports waiting
  join social_accounts account on account.user_id = waiting.user_id
  where waiting.id = export_social_accounts.export_id and waiting.made_at is null and account.id > export_social_accounts.after
  order by account.id
  limit export_social_accounts.most
$$;
revoke all on function export_social_accounts(bigint,bigint,integer) from public;
grant execute on function export_social_accounts(bigint,bigint,integer) to parley_worker;
