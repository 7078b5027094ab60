-- What restricts an account was looked at when a send-out was made, and never again: one that waited for its address or its
-- hour left all the same, and so did what a thief had asked for. Now it is looked at when it is planned and when it is signed,
-- and after an account was compromised nothing leaves for three days. Owned by money/custody.

-- Why a send-out that this user made then must not leave now: 'on_hold', 'restricted', or null. Under `restricted` it leaves when
-- its day is over; out of a banned account only what was made after staff had approved that.
create function kept_from_leaving(user_id bigint, made_at timestamptz) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when exists (
      select
      from wallet_holds hold
      where hold.user_id = kept_from_leaving.user_id and hold.lifted_at is null
    ) then 'on_hold'
    when exists (
      select
      from user_restrictions standing
      where standing.user_id = kept_from_leaving.user_id and standing.lifted_at is null
        and standing.state <> 'restricted'
        and (standing.state <> 'banned' or standing.leave_allowed_at is null or standing.leave_allowed_at > made_at)
    ) then 'restricted'
  end
$$;
revoke all on function kept_from_leaving(bigint, timestamptz) from public;
grant execute on function kept_from_leaving(bigint, timestamptz) to parley_chain, parley_signer;
grant select (user_id, state, lifted_at, leave_allowed_at) on user_restrictions to parley_chain, parley_signer;
grant select (user_id, lifted_at) on wallet_holds to parley_chain, parley_signer;

alter table send_out_holds drop constraint send_out_holds_reason_check;
alter table send_out_holds add constraint send_out_holds_reason_check
  check (reason in ('new_factor', 'new_device', 'factor_lost', 'new_password', 'recovered'));

-- When an account is its owner's again, what waits may be what the thief asked for: it waits three days more, in which the owner
-- sees it and takes it back, and nothing new leaves.
create function hold_recovered_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into send_out_holds (user_id, reason, began_at, ends_at)
  values (new.user_id, 'recovered', new.lifted_at, new.lifted_at + interval '72 hours');
  update send_outs waiting
  set due_at = greatest(waiting.due_at, new.lifted_at + interval '72 hours')
  where waiting.user_id = new.user_id and waiting.status = 'pending'
    and not exists (
      select
      from chain_payments payment
      where payment.purpose = 'send_out' and payment.subject = waiting.hash);
  return null;
end $$;
revoke all on function hold_recovered_account() from public;
create trigger recovered_account_held after update of lifted_at on user_restrictions
  for each row when (new.state = 'compromised' and old.lifted_at is null and new.lifted_at is not null)
  execute function hold_recovered_account();
