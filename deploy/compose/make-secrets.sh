#!/bin/sh
# Makes the secrets of compose.yaml, one file each, in ./secrets. Files that exist stay as they are.
# Keep copies of parley_secret and signer_key away from this machine: without them emails and coins are lost.
set -eu
umask 077
cd "$(dirname "$0")/../.."
mkdir -p secrets
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
keep() { [ -s "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"; }

keep postgres_password "$(random)"
keep owner_password "$(random)"
keep parley_secret "$(random)"
keep signer_key "$(random)"
keep bitcoin_password "$(random)"
keep bitcoin_rpc_url "http://parley:$(cat secrets/bitcoin_password)@bitcoin:18443"
keep database_url_owner "postgres://parley_owner:$(cat secrets/owner_password)@database:5432/parley"
for role in web worker chain market lightning signer; do
  keep "database_url_$role" "postgres://parley_$role:$(random)@database:5432/parley"
done
# The folder keeps other users of this machine out. Compose mounts single files with their mode, and processes read them as
# user 10001.
chmod 0700 secrets
chmod 0444 secrets/*
