create or replace function tell_of_verification(type text, shown verifications, at timestamp with time zone) returns void
language sql set search_path = public, pg_temp as $$
  insert into events (type, subject, payload, at)
  values (
    case when shown.kind = 'company' then replace(type, 'account.verification_', 'account.company_') else type end,
    shown.user_id::text, jsonb_build_object('detail', shown.kind || '_document'), at)
$$;
revoke all on function tell_of_verification(text,verifications,timestamp with time zone) from public;
