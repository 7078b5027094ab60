-- Sign-ins that ended without their second step: the password was right. A line for each place and hour, and one email a day, but
-- none where the same browser signed in or the password changed meanwhile. Returns how many there were.
create or replace function tell_unfinished_sign_ins(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at timestamptz := market_now();
  ended pending_sign_ins;
  ended_count int := 0;
  is_owner boolean;
begin
  for ended in
    select sign_in.*
    from pending_sign_ins sign_in
    where sign_in.told_at is null and sign_in.spent_at is null and sign_in.expires_at <= at
    order by sign_in.id
    limit tell_unfinished_sign_ins.most
    for update skip locked
  loop
    ended_count := ended_count + 1;
    perform set_config('parley.called_from', jsonb_build_object('ip', ended.ip, 'userAgent', ended.user_agent)::text, true);
    perform note_wrong_guess(ended.user_id, 'second_step_left');
    is_owner := exists (select from sessions where sessions.user_id = ended.user_id and sessions.created_at >= ended.made_at
        and sessions.ip = ended.ip and sessions.user_agent = ended.user_agent)
      -- After a new password nobody is signed in by the old one.
      or exists (select from credentials where credentials.user_id = ended.user_id and credentials.changed_at > ended.password_at)
      or exists (select from pending_sign_ins earlier where earlier.user_id = ended.user_id and earlier.is_mailed
        and earlier.told_at > at - interval '1 day');
    update pending_sign_ins
    set told_at = at, is_mailed = not is_owner
    where id = ended.id;
    if not is_owner then
      insert into events (type, subject, payload, at)
      values ('account.second_step_left', ended.user_id::text, jsonb_build_object('detail', ended.ip), at);
    end if;
  end loop;
  perform set_config('parley.called_from', '', true);
  return ended_count;
end $$;
revoke all on function tell_unfinished_sign_ins(integer) from public;
grant execute on function tell_unfinished_sign_ins(integer) to parley_worker;
