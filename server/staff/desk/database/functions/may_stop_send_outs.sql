-- Supermoderators and administrators.
create or replace function may_stop_send_outs(staff_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select may_judge(may_stop_send_outs.staff_id) and exists (
    select from user_roles granted
    where granted.user_id = may_stop_send_outs.staff_id and granted.role in ('supermoderator', 'admin'))
$$;
revoke all on function may_stop_send_outs(bigint) from public;
grant execute on function may_stop_send_outs(bigint) to parley_signer, parley_web;
