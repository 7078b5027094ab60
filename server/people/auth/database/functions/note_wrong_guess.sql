-- Wrong guesses of one hour and place are one line: an attacker who guesses all day fills no page.
create or replace function note_wrong_guess(user_id bigint, kind text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update account_activity known
  set times = known.times + 1
  where known.id = (
    select last.id
    from account_activity last
    where last.user_id = note_wrong_guess.user_id and last.kind = note_wrong_guess.kind
      and last.ip is not distinct from left(called_from() ->> 'ip', 64)
      and last.user_agent is not distinct from left(called_from() ->> 'userAgent', 400)
      and last.at > market_now() - interval '1 hour'
    order by last.id desc
    limit 1);
  if not found then
    perform note_activity(note_wrong_guess.user_id, note_wrong_guess.kind, '');
  end if;
end $$;
revoke all on function note_wrong_guess(bigint,text) from public;
