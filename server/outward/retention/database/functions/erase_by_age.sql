-- Some of what is over, of one kind. Returns how many rows were looked at: fewer than most when nothing is left.
create or replace function erase_by_age(kind text, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  logs timestamptz := kept_since('retention.log_days', 365, 'day');
  gone bigint[];
  many int;
begin
  case kind
    when 'conversations' then
      return erase_conversations(most);
    when 'uploads' then
      return erase_loose_uploads(most);
    when 'send_out_quotes', 'conversion_quotes' then
      return erase_quotes(kind, most);
    when 'staff_words' then
      return erase_staff_words(most);
    when 'notifications' then
      gone := array(
        select old.id from (select one.id, one.at from notifications one order by one.id limit most) as old
        where old.at < logs);
      delete from notification_sends where notification_id = any (gone);
      delete from notifications where id = any (gone);
      return cardinality(gone);
    when 'mails' then
      delete from mails
      where id in (
        select old.id from (select one.id, one.created_at from mails one order by one.id limit most) as old
        where old.created_at < logs);
    when 'sessions', 'push_devices' then
      return erase_sessions(kind, most);
    when 'sent_codes' then
      delete from sent_codes
      where id in (
        select old.id from (select one.id, one.expires_at from sent_codes one order by one.id limit most) as old
        where old.expires_at < market_now() - interval '30 days');
    when 'email_codes' then
      delete from email_codes
      where id in (
        select old.id from (select one.id, one.created_at from email_codes one order by one.id limit most) as old
        where old.created_at < market_now() - interval '30 days');
    when 'email_changes' then
      delete from email_changes
      where id in (
        select old.id from (select one.id, one.asked_at from email_changes one order by one.id limit most) as old
        where old.asked_at < market_now() - interval '120 days');
    when 'password_resets' then
      delete from password_resets
      where token_hash in (
        select old.token_hash from password_resets old
        where old.expires_at < market_now() - interval '30 days'
        order by old.expires_at
        limit most);
    when 'signer_refusals' then
      delete from signer_refusals
      where (code, purpose, hour) in (
        select old.code, old.purpose, old.hour from signer_refusals old where old.last_at < logs limit most);
  end case;
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_by_age(text,integer) from public;
grant execute on function erase_by_age(text,integer) to parley_worker;
