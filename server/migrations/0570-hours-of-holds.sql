-- How long transfers wait after another factor, another device, a factor that was lost and a recovered account stood as numbers in
-- program and database; they are settings. Owned by signer.

insert into setting_rules (name, shape, initial, takes_two)
values
  ('auth.new_factor_hold_hours', '{"type":"integer","minimum":1,"maximum":720}', '24', true),
  ('auth.new_device_hold_hours', '{"type":"integer","minimum":1,"maximum":720}', '24', true),
  ('auth.lost_factor_hold_hours', '{"type":"integer","minimum":1,"maximum":720}', '72', true);

-- As before (0393), by the setting.
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
