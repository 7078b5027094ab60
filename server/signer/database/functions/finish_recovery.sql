-- Spends the link in one transaction with the new password: the account gets the new mailbox, and no earlier session
-- or factor works. 'done'; 'gone'; 'taken' if another account confirmed that address meanwhile.
create or replace function finish_recovery(token_hash text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at    timestamptz;
  until timestamptz;
  own   users;
  shown account_recoveries;
begin
  perform pg_advisory_xact_lock(7265004);
  -- A closing first, as a worker that closes does.
  perform from account_closures standing
  where standing.user_id = (select one.user_id from account_recoveries one where one.link_hash = finish_recovery.token_hash)
    and standing.withdrawn_at is null
  for update;
  shown := locked_recovery((select one.id from account_recoveries one where one.link_hash = finish_recovery.token_hash));
  at := market_now();
  if shown.id is null or shown.status <> 'ready' or shown.link_until <= at then return 'gone'; end if;
  select * into own from users where users.id = shown.user_id;
  if exists (select from user_roles granted where granted.user_id = own.id)
    or exists (select from account_closures gone where gone.user_id = own.id and gone.closed_at is not null)
  then
    return 'gone';
  end if;
  begin
    update users
    set email_sealed = shown.user_email_sealed, email_index = shown.user_email_index,
      email_confirmed_at = coalesce(users.email_confirmed_at, at)
    where users.id = own.id;
  exception when unique_violation then
    return 'taken';
  end;
  until := at + make_interval(hours => (setting_value('auth.lost_factor_hold_hours') #>> '{}')::int);
  -- An unconfirmed address may be a stranger's: it gets no notice.
  update account_recoveries one
  set old_email_sealed = case when own.email_confirmed_at is not null then own.email_sealed end
  where one.id = shown.id;
  perform end_recovery(shown.id, 'done', at);
  perform take_back_closing(own.id);
  delete from email_changes change where change.user_id = own.id;
  delete from password_resets reset where reset.user_id = own.id;
  delete from push_devices device where device.user_id = own.id;
  delete from telegram_codes telegram where telegram.user_id = own.id;
  delete from telegram_chats telegram where telegram.user_id = own.id;
  delete from social_attempts attempt where attempt.user_id = own.id;
  delete from social_accounts account where account.user_id = own.id;
  update send_out_holds hold set ends_at = greatest(hold.began_at + interval '1 millisecond', least(hold.ends_at, at)) where hold.user_id = own.id and hold.reason = 'recovery';
  update send_outs waiting
  set due_at = greatest(waiting.due_at, until)
  where waiting.user_id = own.id and waiting.status = 'pending'
    and not exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = waiting.hash);
  perform lift_compromised(shown, own, at);
  perform note_activity(own.id, 'staff_recovered', shown.code);
  insert into events (type, subject, payload, at)
  values ('account.staff_recovered', own.id::text, jsonb_build_object('detail', shown.code), at);
  perform tell_recovery_case(shown.reference, at);
  return 'done';
end $$;
revoke all on function finish_recovery(text) from public;
grant execute on function finish_recovery(text) to parley_signer;
