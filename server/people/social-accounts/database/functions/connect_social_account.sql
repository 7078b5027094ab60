-- By its owner, with a proof of just that: 'done', 'taken', 'known', 'gone', 'unproved'. Nothing leaves for as long as after a new
-- factor. Locks the user and spends the proof.
create or replace function connect_social_account(user_id bigint, public_id text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at      timestamptz;
  known   social_attempts;
  outcome text;
  until   timestamptz;
begin
  perform from users where users.id = user_id for update;
  select attempt.* into known from social_attempts attempt where attempt.public_id = connect_social_account.public_id for update;
  at := market_now();
  if known.status is distinct from 'verified' or known.user_id is distinct from user_id or known.expires_at <= at then
    return 'gone';
  end if;
  perform spend_proofs(array['connect_social:' || user_id || ':' || public_id], array[user_id]);
  if not found then return 'unproved'; end if;
  outcome := keep_social_account(known, user_id, at);
  if outcome <> 'done' then return outcome; end if;
  until := at + make_interval(hours => (setting_value('auth.new_factor_hold_hours') #>> '{}')::int);
  insert into send_out_holds (user_id, reason, began_at, ends_at)
  values (user_id, 'new_sign_in', at, until);
  update send_outs waiting
  set due_at = greatest(waiting.due_at, until)
  where waiting.user_id = connect_social_account.user_id and waiting.status = 'pending'
    and not exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = waiting.hash);
  insert into events (type, subject, payload, at)
  values ('account.social_connected', user_id::text, with_hold(jsonb_build_object('detail', title_of_social(known.provider)), 'auth.new_factor_hold_hours'), at);
  return 'done';
end $$;
revoke all on function connect_social_account(bigint,text) from public;
grant execute on function connect_social_account(bigint,text) to parley_web;
