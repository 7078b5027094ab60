-- Cards that are to be sent to an issuer, each by one worker at a time: it is sent again later, unless the worker ends it. What was tried before is
-- looked up first: the issuer may have made it.
create or replace function begin_card_sends(issuer text, most integer, at timestamp with time zone)
returns TABLE(hash text, user_id bigint, status text, payment_limit bigint, day_limit bigint, month_limit bigint, issuer_ref text, version integer,
  tries integer, holder_ref text, address_sealed bytea, given_at timestamp with time zone)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  return query
    with due as (
      select one.id from cards one
      where one.issuer = begin_card_sends.issuer and one.sent_version < one.version and one.send_at <= at
      order by one.send_at
      limit most
      for update skip locked
    ), begun as (
      update cards one
      set tries = one.tries + 1, send_at = at + least(interval '1 hour', interval '30 seconds' * 2 ^ least(one.tries, 10))
      from due
      where one.id = due.id
      returning one.*
    )
    select begun.hash, begun.user_id, begun.status, begun.payment_limit, begun.day_limit, begun.month_limit, begun.issuer_ref, begun.version,
      begun.tries, holder.issuer_ref, holder.address_sealed, holder.given_at
    from begun
    join card_holders holder on holder.user_id = begun.user_id and holder.issuer = begun.issuer
    order by begun.id;
end $$;
revoke all on function begin_card_sends(text,integer,timestamp with time zone) from public;
grant execute on function begin_card_sends(text,integer,timestamp with time zone) to parley_worker;
