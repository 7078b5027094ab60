-- The logins of the six kinds of processes, in whatever database of this cluster came first. They belong to the cluster: none is made twice.
do $$
declare
  login text;
begin
  foreach login in array array['parley_web', 'parley_worker', 'parley_chain', 'parley_market', 'parley_lightning', 'parley_signer'] loop
    begin
      execute format('create role %I login', login);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;
revoke all on schema public from public;
grant usage on schema public to parley_web, parley_worker, parley_chain, parley_lightning, parley_market, parley_signer;
grant select on migrations, database_files to parley_web, parley_worker, parley_chain, parley_lightning, parley_market, parley_signer;
