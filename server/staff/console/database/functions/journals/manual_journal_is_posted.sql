create or replace function manual_journal_is_posted(user_id bigint, detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from journals
    where journals.kind = 'manual' and journals.subject = manual_journal_is_posted.user_id || ':' || detail)
$$;
revoke all on function manual_journal_is_posted(bigint,text) from public;
grant execute on function manual_journal_is_posted(bigint,text) to parley_signer;
