-- The subject of the proof for a stop: a waiting send-out of another user, for supermoderators and administrators. Null if there is none.
create or replace function send_out_stop_subject(staff_id bigint, hash text) returns text
language sql stable set search_path = public, pg_temp as $$
  select 'staff_stop_send_out:' || waiting.hash
  from send_outs waiting
  where waiting.hash = send_out_stop_subject.hash and waiting.status = 'pending'
    and waiting.user_id <> send_out_stop_subject.staff_id and may_stop_send_outs(send_out_stop_subject.staff_id)
$$;
revoke all on function send_out_stop_subject(bigint,text) from public;
grant execute on function send_out_stop_subject(bigint,text) to parley_signer;
