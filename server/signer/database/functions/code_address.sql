-- The mark of the confirmed address that codes of this channel go to.
create or replace function code_address(user_id bigint, channel text) returns bytea
language sql stable security definer set search_path = public, pg_temp as $$
  select case code_address.channel
    when 'email' then (
      select users.email_index from users
      where users.id = code_address.user_id and users.email_confirmed_at is not null)
    when 'sms' then (
      select phones.number_index from phones
      where phones.user_id = code_address.user_id and phones.confirmed_at is not null)
  end
$$;
revoke all on function code_address(bigint,text) from public;
grant execute on function code_address(bigint,text) to parley_signer;
