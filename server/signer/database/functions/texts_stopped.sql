-- Why a user gets no code by text: 'texts_off' by their own choice, 'landline' because of their confirmed number; null if texts are possible.
create or replace function texts_stopped(user_id bigint) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when exists (
      select
      from factor_options chosen
      where chosen.user_id = texts_stopped.user_id and chosen.no_texts) then 'texts_off'
    when exists (
      select
      from phones phone
      where phone.user_id = texts_stopped.user_id and phone.confirmed_at is not null and phone.line_type = 'fixed_line')
      then 'landline'
  end
$$;
revoke all on function texts_stopped(bigint) from public;
grant execute on function texts_stopped(bigint) to parley_signer, parley_web;
