-- A new factor, a new device or a factor taken away without itself holds the user's send-outs for a time. The signer keeps
-- the holds and writes no proof of a send-out meanwhile; the function that reserves asks as well. Owned by signer.

create table send_out_holds (
  id       bigint      generated always as identity primary key,
  user_id  bigint      not null references users,
  reason   text        not null check (reason in ('new_factor', 'new_device', 'factor_lost')),
  began_at timestamptz not null,
  ends_at  timestamptz not null check (ends_at > began_at)
);
create index send_out_holds_of_user on send_out_holds (user_id, ends_at);
grant select, insert on send_out_holds to parley_signer;

-- Why this user's balance must not be converted: 'on_hold', 'restricted', or null. Security holds are for what leaves.
create or replace function kept_from_converting(user_id bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when exists (
      select
      from wallet_holds hold
      where hold.user_id = kept_from_converting.user_id and hold.lifted_at is null
    ) then 'on_hold'
    when exists (
      select
      from user_restrictions restriction
      where restriction.user_id = kept_from_converting.user_id and restriction.lifted_at is null
        and restriction.state <> 'restricted'
    ) then 'restricted'
  end
$$;

-- Why this user's balance must not leave: the same, 'held:<until>' by the signer's records, or null. Under `restricted` a
-- send-out waits.
create or replace function kept_in(user_id bigint) returns text language sql stable set search_path = public, pg_temp as $$
  select coalesce(kept_from_converting(kept_in.user_id), (
    select 'held:' || to_char(max(hold.ends_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from send_out_holds hold
    where hold.user_id = kept_in.user_id and hold.ends_at > market_now()))
$$;
