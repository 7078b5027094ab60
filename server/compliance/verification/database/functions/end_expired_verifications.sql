-- Documents whose day has come: what they verified ends. Returns how many.
create or replace function end_expired_verifications() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at    timestamptz := market_now();
  ended verifications;
  many  int := 0;
begin
  for ended in
    select one.* from verifications one
    where one.status = 'approved' and one.expires_on <= at::date
    order by one.id
    limit 200
    for update skip locked
  loop
    update verifications set status = 'ended' where id = ended.id;
    perform settle_level(ended.user_id);
    perform tell_of_verification('account.verification_ended', ended, at);
    many := many + 1;
  end loop;
  return many;
end $$;
revoke all on function end_expired_verifications() from public;
grant execute on function end_expired_verifications() to parley_worker;
