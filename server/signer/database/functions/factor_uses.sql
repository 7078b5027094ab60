-- What a second factor is asked for at signing in, at releases and at what leaves: the strongest there is, and in the numbers of the
-- given API 0 never on, 1 on, 2 turned off, 3 waiting for its first code. Staff are asked everywhere.
create or replace function factor_uses(user_id bigint) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  with has as (
    select
      exists (select from authenticators app where app.user_id = factor_uses.user_id and app.confirmed_at is not null) as app,
      exists (select from passkeys key where key.user_id = factor_uses.user_id) as passkey,
      array(select channel.channel from code_channels channel where channel.user_id = factor_uses.user_id
        and channel.confirmed_at is not null and channel.removed_at is null) as channels,
      exists (select from authenticators app where app.user_id = factor_uses.user_id and app.confirmed_at is null
        and app.made_at > market_now() - interval '15 minutes')
      or exists (select from code_channels channel where channel.user_id = factor_uses.user_id and channel.confirmed_at is null
        and channel.removed_at is null and channel.begun_at > market_now() - interval '15 minutes') as is_waiting,
      exists (select from account_activity line
        where line.user_id = factor_uses.user_id and line.kind = 'factor_removed') as had_one,
      exists (select from user_roles granted where granted.user_id = factor_uses.user_id) as is_staff
  ),
  strongest as (
    select has.*, case when app then 'ga' when passkey then 'passkey' when 'sms' = any(channels) then 'sms'
      when 'push' = any(channels) then 'push' when 'telegram' = any(channels) then 'telegram'
      when 'email' = any(channels) then 'email' else 'none' end as type
    from has
  )
  select jsonb_object_agg(wanted.name, jsonb_build_object('type', strongest.type, 'state', case
    when strongest.type <> 'none' then case when wanted.is_on or strongest.is_staff then 1 else 2 end
    when strongest.is_waiting then 3
    when strongest.had_one then 2
    else 0 end))
  from strongest
  cross join lateral (
    select option.name, coalesce(option.is_on, true) as is_on
    from (select 1) as always
    left join factor_options chosen on chosen.user_id = factor_uses.user_id
    cross join lateral (values ('login', chosen.login), ('release', chosen.release), ('sendout', chosen.sendout))
      as option (name, is_on)
  ) as wanted
$$;
revoke all on function factor_uses(bigint) from public;
grant execute on function factor_uses(bigint) to parley_signer, parley_web;
