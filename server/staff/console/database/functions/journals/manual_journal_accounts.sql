-- From which account to which.
create or replace function manual_journal_accounts(user_id bigint, detail text) returns text[]
language sql stable set search_path = public, pg_temp as $$
  select case split_part(detail, ':', 1) when 'credit' then array[house, theirs] else array[theirs, house] end
  from (select
    'house:' || split_part(detail, ':', 2) || ':' || split_part(detail, ':', 3) as house,
    available_account(manual_journal_accounts.user_id, split_part(detail, ':', 2)) as theirs) as account
$$;
revoke all on function manual_journal_accounts(bigint,text) from public;
