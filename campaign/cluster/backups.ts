/** Backups of the cluster by pgBackRest, in a store that outlives the hosts of the databases. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Host, type Program, runProgram, startProgram } from "./hosts.ts";
import { homeIn, outside, type Place } from "./root.ts";

/** A segment of the log that is not full is copied after so long. */
export const ARCHIVE_SEC = 10;
const STANZA = "parley";

/** What PostgreSQL on a host is set to. */
export function archivingOf(place: Place, host: Host): Readonly<Record<string, string | number>> {
  const config = writeConfig(place, host.name);
  return {
    archive_mode: "on",
    archive_timeout: `${ARCHIVE_SEC}s`,
    archive_command: `pgbackrest --config=${config} --stanza=${STANZA} archive-push %p`,
  };
}

/** Once for the store; from then on the log is copied. */
export const makeStore = (place: Place, host: Host): Promise<void> => run(place, host, host.name, "stanza-create");

/** Of the server that runs on the host, whole. */
export const backUp = (place: Place, host: Host): Promise<void> =>
  run(place, host, host.name, "backup", "--type=full", "--archive-timeout=120");

/** Into a folder of that name, to the end of the archived log, and starts it alone on the host. */
export async function restore(place: Place, host: Host, name: string): Promise<Program> {
  homeIn(place, name);
  homeIn(place, join(name, "data"));
  writeConfig(place, name);
  await run(place, host, name, "restore");
  const home = join(place.inside, name);
  const data = join(home, "data");
  const settings = {
    ...{ listen_addresses: host.address, unix_socket_directories: home },
    ...{ hba_file: join(data, "pg_hba.conf"), ident_file: join(data, "pg_ident.conf") },
    // It stands alone: nothing waits for a standby, and its new log is another's.
    ...{ synchronous_standby_names: "", archive_mode: "off" },
    // As the primary had it, which Patroni gives at the start.
    ...{ max_connections: "200", wal_level: "replica", hot_standby: "off", dynamic_shared_memory_type: "mmap" },
  };
  const command = ["/usr/lib/postgresql/17/bin/postgres", "-D", data];
  for (const [setting, value] of Object.entries(settings)) command.push("-c", `${setting}=${value}`);
  return startProgram(place.root, { host, user: "postgres:postgres", command });
}

function writeConfig(place: Place, name: string): string {
  homeIn(place, name);
  const store = homeIn(place, "store");
  const home = join(place.inside, name);
  writeFileSync(
    join(outside(place), name, "pgbackrest.conf"),
    `[global]
repo1-path=${store}
repo1-retention-full=2
compress-type=lz4
start-fast=y
log-level-console=warn
log-level-file=off
lock-path=${join(home, "locks")}
[${STANZA}]
pg1-path=${join(home, "data")}
pg1-socket-path=${home}
pg1-user=parley
`,
  );
  return join(home, "pgbackrest.conf");
}

function run(place: Place, host: Host, name: string, ...words: string[]): Promise<void> {
  const config = join(place.inside, name, "pgbackrest.conf");
  const command = ["pgbackrest", `--config=${config}`, `--stanza=${STANZA}`, ...words];
  return runProgram(place.root, { host, user: "postgres:postgres", command });
}
