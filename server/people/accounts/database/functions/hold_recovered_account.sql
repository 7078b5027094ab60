-- When an account is its owner's again, what waits may be what the thief asked for: it waits three days more, in which the owner
-- sees it and takes it back, and nothing new leaves.
create or replace function hold_recovered_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  until timestamptz := new.lifted_at
    + make_interval(hours => (setting_value('auth.lost_factor_hold_hours') #>> '{}')::int);
begin
  insert into send_out_holds (user_id, reason, began_at, ends_at)
  values (new.user_id, 'recovered', new.lifted_at, until);
  update send_outs waiting
  set due_at = greatest(waiting.due_at, until)
  where waiting.user_id = new.user_id and waiting.status = 'pending'
    and not exists (
      select
      from chain_payments payment
      where payment.purpose = 'send_out' and payment.subject = waiting.hash);
  return null;
end $$;
revoke all on function hold_recovered_account() from public;
