-- Begins one, whatever was named: 'started'; 'full' while so many wait. A bare start keeps nobody out: of three times as many the oldest
-- ends, first of those without a picture.
create or replace function start_recovery(reference text, code text, secret_hash text, details_sealed bytea, email_sealed bytea, email_index bytea, account_mark bytea, account_name text, lang text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265062);
  if recoveries_are_full() then
    return 'full';
  end if;
  if 3 * (setting_value('accounts.recovery_most_open') #>> '{}')::int
    <= (select count(*) from account_recoveries known where known.status = 'started')
  then
    perform end_recovery(oldest.id, 'expired', at)
    from (
      select known.id
      from account_recoveries known
      where known.status = 'started'
      order by exists (select from recovery_pictures picture where picture.recovery_id = known.id), known.id
      limit 1) as oldest;
  end if;
  insert into account_recoveries (reference, code, secret_hash, details_sealed, email_sealed, email_index, account_mark, account_name, lang, started_at)
  values (reference, code, secret_hash, details_sealed, email_sealed, email_index, account_mark, lower(account_name), lang, at);
  return 'started';
end $$;
revoke all on function start_recovery(text,text,text,bytea,bytea,bytea,bytea,text,text,timestamp with time zone) from public;
grant execute on function start_recovery(text,text,text,bytea,bytea,bytea,bytea,text,text,timestamp with time zone) to parley_web;
