/** Three PostgreSQL with Patroni and etcd, each on a host of its own. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { archivingOf } from "./backups.ts";
import { type Host, NETWORK, type Program, startProgram } from "./hosts.ts";
import { homeIn, outside, type Place } from "./root.ts";

export type Member = { readonly host: Host; etcd: Program; patroni: Program };
export type Standing = { readonly primary: Member | undefined; readonly synchronous: readonly Member[] };

export type Cluster = {
  readonly members: readonly Member[];
  /** As the others see it, where one is left out. */
  standing(without?: Member): Promise<Standing>;
  /** Until there are a primary and a standby that it waits for, and all follow. */
  whole(): Promise<{ readonly primary: Member; readonly synchronous: readonly Member[] }>;
  /** Everything on the host at once, as when its power goes. */
  killHost(member: Member): Promise<void>;
  bootHost(member: Member): void;
  /** The processes of its PostgreSQL, the main one first. */
  postgresOf(member: Member): number[];
  /** Of these the one that replays the log of the primary. */
  replayOf(member: Member): number | undefined;
};

type Status = { readonly members: readonly { readonly name: string; readonly role: string; readonly state: string }[] };

type Wanted = {
  readonly hosts: readonly Host[];
  /** The primary copies its log to the store of backups. */
  readonly archives: boolean;
};

export function startCluster(place: Place, wanted: Wanted): Cluster {
  const { root, inside } = place;
  const { hosts } = wanted;
  for (const host of hosts) writeSettings(place, host, wanted);
  const run = (host: Host, ...command: string[]) => startProgram(root, { host, user: "postgres:postgres", command });
  const etcd = (host: Host) => run(host, ...etcdOf(host, hosts, join(inside, host.name, "etcd")));
  const patroni = (host: Host) => run(host, "patroni", join(inside, host.name, "patroni.yml"));
  const members = hosts.map((host): Member => ({ host, etcd: etcd(host), patroni: patroni(host) }));
  const postgresOf = (member: Member): number[] => postgresIn(join(inside, member.host.name, "data"));
  return {
    members,
    standing: (without) => standingOf(members.filter((member) => member !== without)),
    whole: () => untilWhole(members),
    async killHost(member) {
      const database = postgresOf(member);
      const ended = [member.patroni.end("SIGKILL"), member.etcd.end("SIGKILL")];
      for (const pid of database) kill(pid, "SIGKILL");
      await Promise.all(ended);
    },
    bootHost(member) {
      member.etcd = etcd(member.host);
      member.patroni = patroni(member.host);
    },
    postgresOf,
    replayOf: (member) => postgresOf(member).find((pid) => commandOf(pid).includes("startup")),
  };
}

function writeSettings(place: Place, host: Host, { hosts, archives }: Wanted): void {
  const home = homeIn(place, host.name);
  const archiving = archives ? archivingOf(place, host) : {};
  const settings = patroniOf({ host, all: hosts, home, archiving });
  writeFileSync(join(outside(place), host.name, "patroni.yml"), JSON.stringify(settings));
}

async function standingOf(members: readonly Member[]): Promise<Standing> {
  for (const { host } of members) {
    const status = await ask(host);
    const primary = status && named(members, status, "leader")[0];
    if (primary) return { primary, synchronous: named(members, status, "sync_standby") };
  }
  return { primary: undefined, synchronous: [] };
}

const named = (members: readonly Member[], status: Status, role: string): Member[] =>
  members.filter(({ host: { name } }) =>
    status.members.some((one) => one.name === name && one.role === role && RUNNING.has(one.state)),
  );

async function untilWhole(members: readonly Member[]) {
  const deadline = performance.now() + 180_000;
  for (;;) {
    const { primary, synchronous } = await standingOf(members);
    const status = primary && (await ask(primary.host));
    const following = status?.members.filter(({ state }) => RUNNING.has(state)).length;
    if (primary && synchronous.length > 0 && following === members.length) return { primary, synchronous };
    if (performance.now() > deadline) {
      const said = members.map(({ host, patroni, etcd }) =>
        `${host.name}: ${etcd.said()}${patroni.said()}`.slice(-900),
      );
      throw new Error(`the cluster is not whole: ${JSON.stringify(status)}\n${said.join("\n")}`);
    }
    await pause(300);
  }
}

function postgresIn(data: string): number[] {
  const main = pids().find((pid) => commandOf(pid).includes(`-D ${data} `));
  return main === undefined ? [] : [main, ...pids().filter((pid) => parentOf(pid) === main)];
}

const RUNNING = new Set(["running", "streaming"]);

async function ask({ address }: Host): Promise<Status | undefined> {
  try {
    const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1000) });
    return (await answer.json()) as Status;
  } catch {
    return undefined;
  }
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

const pids = () => readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
const commandOf = (pid: number) => textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0);
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function etcdOf({ name, address }: Host, all: readonly Host[], data: string): string[] {
  const [clients, peers] = [`http://${address}:2379`, `http://${address}:2380`];
  return [
    ...["etcd", "--name", name, "--data-dir", data, "--log-level", "error"],
    ...["--listen-client-urls", clients, "--advertise-client-urls", clients],
    ...["--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers],
    ...["--initial-cluster", all.map((one) => `${one.name}=http://${one.address}:2380`).join(",")],
    ...["--initial-cluster-state", "new"],
  ];
}

type Shape = {
  readonly host: Host;
  readonly all: readonly Host[];
  readonly home: string;
  readonly archiving: Readonly<Record<string, string | number>>;
};

/** Writes wait for a standby, also where there is none: what was answered survives the primary. */
function patroniOf({ host: { name, address }, all, home, archiving }: Shape) {
  return {
    scope: "parley",
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { hosts: all.map((one) => `${one.address}:2379`) },
    bootstrap: {
      dcs: {
        ...{ ttl: 20, loop_wait: 5, retry_timeout: 5, primary_start_timeout: 0 },
        ...{ synchronous_mode: true, synchronous_mode_strict: true },
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            ...{ max_connections: 200, wal_log_hints: "on", track_commit_timestamp: "on" },
            ...{ wal_sender_timeout: "5s", shared_buffers: "64MB", wal_keep_size: "512MB" },
          },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(home, "data"),
      bin_dir: "/usr/lib/postgresql/17/bin",
      authentication: { superuser: { username: "parley" }, replication: { username: "replicator" } },
      pg_hba: [
        "local all all trust",
        ...["all", "replication"].map((what) => `host ${what} all ${NETWORK}.0/24 trust`),
      ],
      // The folder of shared memory is the machine's, where killed servers would leave theirs.
      parameters: { unix_socket_directories: home, dynamic_shared_memory_type: "mmap", ...archiving },
    },
  };
}
