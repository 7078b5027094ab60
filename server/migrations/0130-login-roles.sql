-- Four roles that log in, one for each kind of process, in the place of one that every connection could leave again. Each
-- has what its process does and no more: chains are followed by one only, rates are written by workers, nobody but the
-- owner lifts a halt or grants a role, and the signer reads. Tests move the clock by its table: a session's own setting
-- of it is no longer asked. Owned by platform.

do $$
declare
  login text;
begin
  foreach login in array array['parley_web', 'parley_worker', 'parley_chain', 'parley_signer'] loop
    begin
      execute format('create role %I login', login);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

alter table market_clock add column stands_at timestamptz;
create or replace function market_now() returns timestamptz language sql volatile as $$
  select coalesce(stands_at, clock_timestamp()) + shift from market_clock
$$;

-- What the one role had, the three have; it keeps nothing.
do $$
declare
  kept record;
begin
  for kept in
    select format('%s on table %I', acl.privilege_type, class.relname) as privilege
    from pg_class class, aclexplode(class.relacl) acl
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p', 'v')
      and acl.grantee = 'parley_app'::regrole
    union all
    select format('%s on sequence %I', acl.privilege_type, class.relname)
    from pg_class class, aclexplode(class.relacl) acl
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'S' and acl.grantee = 'parley_app'::regrole
    union all
    select format('%s (%I) on table %I', acl.privilege_type, attribute.attname, class.relname)
    from pg_class class
    join pg_attribute attribute on attribute.attrelid = class.oid, aclexplode(attribute.attacl) acl
    where class.relnamespace = 'public'::regnamespace and acl.grantee = 'parley_app'::regrole
    union all
    select format('execute on function %s', acl_of.oid::regprocedure)
    from pg_proc acl_of, aclexplode(acl_of.proacl) acl
    where acl_of.pronamespace = 'public'::regnamespace and acl.grantee = 'parley_app'::regrole
  loop
    execute format('grant %s to parley_web, parley_worker, parley_chain', kept.privilege);
    execute format('revoke %s from parley_app', kept.privilege);
  end loop;
end $$;
revoke all on schema public from parley_app, public;
grant usage on schema public to parley_web, parley_worker, parley_chain, parley_signer;

-- The chains: who follows them writes what they hold.
revoke insert, update, delete on deposits, coins, wallet_blocks, wallet_dust, wallet_holds, chain_assets
  from parley_web, parley_worker;
revoke insert, update, delete on wallet_rails from parley_web, parley_worker;
revoke insert on chain_payments from parley_web, parley_worker;
-- A send-out that is canceled before it was signed lets its coins go.
grant update (payment_id) on coins to parley_web;
-- Prices: from the workers, who ask for them.
revoke insert, update, delete on rates, rate_days from parley_web, parley_chain;
-- A halt is set by whoever finds a fault, and lifted by the owner of the database.
revoke insert, update, delete on halts from parley_web;
revoke update, delete on halts from parley_worker, parley_chain;
-- Roles are granted, and settings changed, by the owner.
revoke insert, update, delete on user_roles, settings, setting_changes from parley_web, parley_worker, parley_chain;
-- Who leads, and what was delivered, is the workers'.
revoke insert, update on heartbeats from parley_web, parley_chain;
revoke update on mails from parley_web, parley_chain;
revoke insert, delete on inbox_mails from parley_web, parley_chain;
revoke delete on error_reports from parley_web, parley_chain;
-- The demo's robots are the workers'.
revoke insert, update, delete on demo_robots, demo_takes from parley_web, parley_chain;

-- The signer reads the record of what it is asked to sign.
grant select on send_outs, journals, postings, ledger_accounts, halts to parley_signer;
