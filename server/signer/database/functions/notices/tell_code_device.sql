-- An additional browser, where the channel is on already: notified like another factor.
create or replace function tell_code_device() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from code_channels channel where channel.user_id = new.user_id and channel.channel = 'push'
    and channel.confirmed_at is not null and channel.removed_at is null)
  then
    perform note_activity(new.user_id, 'factor_added', 'codes by push');
    insert into events (type, subject, payload, at)
    values ('account.factor_added', new.user_id::text, with_hold(jsonb_build_object('detail', 'codes by push'), 'auth.new_factor_hold_hours'), market_now());
  end if;
  return null;
end $$;
revoke all on function tell_code_device() from public;
