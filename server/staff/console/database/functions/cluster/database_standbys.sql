-- The standbys that stream from this server. With the rights of the owner, who sees more than their number where he was granted
-- pg_read_all_stats or pg_monitor: the processes have neither.
create or replace function database_standbys() returns TABLE(may_see boolean, name text, address text, state text, sync_state text, lag_bytes bigint, lag_sec double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  select pg_has_role(current_user, 'pg_read_all_stats', 'usage'), application_name, host(client_addr), pg_stat_replication.state,
    pg_stat_replication.sync_state, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint,
    extract(epoch from replay_lag)::float8
  from pg_stat_replication
  order by application_name, client_addr, pid
  limit 50
$$;
revoke all on function database_standbys() from public;
grant execute on function database_standbys() to parley_web;
