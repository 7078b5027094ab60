/** The host that the application connects to: HAProxy before the databases, PgBouncer before HAProxy, and NATS as the bus. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOGINS } from "../../server/platform/postgres/logins.ts";
import { type Host, type Program, startProgram, untilListening } from "./hosts.ts";
import { homeIn, outside, type Place } from "./root.ts";

export type Part = {
  end(signal: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
};

export type Front = {
  readonly pooler: Part;
  readonly bus: Part;
  /** As BUS_URL. */
  readonly busUrl: string;
  /** Of a database behind the pooler, as that login. */
  poolerUrl(login: string, database: string): string;
  /** As DATABASE_REPLICA_URL, one address for each server. */
  replicaUrls(login: string, database: string): string[];
};

const POOLER = 6432;
const BUS = 4222;
const REPLICAS = 5440;

export async function startFront(
  place: Place,
  { host, databases }: { host: Host; databases: readonly Host[] },
): Promise<Front> {
  const home = homeIn(place, host.name);
  const write = (name: string, text: string) => {
    const path = join(outside(place), host.name, name);
    writeFileSync(path, text);
    chmodSync(path, 0o644);
    return join(home, name);
  };
  const haproxy = write("haproxy.cfg", haproxyOf(databases));
  const users = write("users.txt", [...Object.values(LOGINS), "parley"].map((login) => `"${login}" ""\n`).join(""));
  const pgbouncer = write("pgbouncer.ini", pgbouncerOf(users));
  startProgram(place.root, { host, user: "postgres:postgres", command: ["haproxy", "-db", "-f", haproxy] });
  const part = (port: number, ...command: string[]): Part => {
    let running: Program | undefined;
    return {
      async end(signal) {
        await running?.end(signal);
      },
      async start() {
        running = startProgram(place.root, { host, user: "postgres:postgres", command });
        await untilListening(host, port, running);
      },
    };
  };
  const pooler = part(POOLER, "pgbouncer", "-q", pgbouncer);
  const bus = part(BUS, "nats-server", "-a", "0.0.0.0", "-p", `${BUS}`);
  await Promise.all([pooler.start(), bus.start()]);
  return {
    pooler,
    bus,
    busUrl: `nats://${host.address}:${BUS}`,
    poolerUrl: (login, database) => `postgres://${login}@${host.address}:${POOLER}/${database}`,
    replicaUrls: (login, database) =>
      databases.map((_, place) => `postgres://${login}@${host.address}:${REPLICAS + place}/${database}`),
  };
}

/** A port that goes to the primary, and one for each server while that is a standby: a reader knows which server answers. */
const haproxyOf = (databases: readonly Host[]): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
listen primary
  bind *:5432
  option httpchk GET /primary
${databases.map(serverLine).join("\n")}
${databases
  .map(
    (one, place) => `
listen ${one.name}
  bind *:${REPLICAS + place}
  option httpchk GET /replica
${serverLine(one)}`,
  )
  .join("\n")}
`;

const serverLine = ({ name, address }: Host): string => `  server ${name} ${address}:5432 check port 8008`;

/** Without the last three, calls wait up to two minutes for a dead primary, and an attempt to connect that hangs keeps all others away for 15 seconds. */
const pgbouncerOf = (users: string): string => `
[databases]
* = host=127.0.0.1 port=5432
[pgbouncer]
listen_addr = *
listen_port = ${POOLER}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
max_prepared_statements = 500
track_extra_parameters = IntervalStyle, default_transaction_read_only
query_wait_timeout = 5
server_connect_timeout = 2
server_login_retry = 1
`;
