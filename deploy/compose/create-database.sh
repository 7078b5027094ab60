#!/bin/sh
# Runs once, when PostgreSQL's volume is empty: the owner of the tables, who is no superuser, and the database.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/owner_password)" <<'SQL'
create role parley_owner login createrole password :'password';
grant pg_read_all_stats to parley_owner;
create database parley owner parley_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
SQL
