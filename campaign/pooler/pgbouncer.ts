/** PgBouncer out of Debian's sid, in a folder with its own loader: Debian 12 has 1.18, which keeps no named statements. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { answers, debianProgram } from "../debian-program.ts";

export type Pooler = {
  /** As that login. */
  readonly url: (login: string) => string;
  /** Killed and started again, as by an operator in a hurry. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

type Behind = {
  readonly logins: readonly string[];
  readonly socketDir: string;
  readonly database: string;
  readonly port: number;
};

/** In transaction mode, with few connections to the database behind it. */
export async function startPgbouncer({ logins, socketDir, database, port }: Behind): Promise<Pooler> {
  const { command, leadingArgs } = await debianProgram("pgbouncer");
  const folder = mkdtempSync(join(tmpdir(), "parley-pooler-"));
  chmodSync(folder, 0o777);
  const file = join(folder, "pgbouncer.ini");
  // Each comes out as who came in; the cluster of a test asks nobody for a password.
  writeFileSync(join(folder, "users.txt"), logins.map((login) => `"${login}" ""\n`).join(""));
  writeFileSync(
    file,
    `[databases]
${database} = host=${socketDir} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
max_prepared_statements = 500
track_extra_parameters = IntervalStyle, default_transaction_read_only
logfile = ${join(folder, "pgbouncer.log")}
pidfile = ${join(folder, "pgbouncer.pid")}
`,
  );
  let child = await start();

  async function start(): Promise<ChildProcess> {
    // It does not run as root, and becomes by itself who may open the socket.
    const owner = execFileSync("id", ["-nu", String(statSync(socketDir).uid)], { encoding: "utf8" }).trim();
    const user = process.getuid?.() === 0 ? ["-u", owner === "root" ? "nobody" : owner] : [];
    const started = spawn(command, [...leadingArgs, "-q", ...user, file], { stdio: ["ignore", "ignore", "pipe"] });
    started.on("error", () => undefined);
    for (let tries = 0; tries < 200; tries++) {
      if (started.exitCode !== null) throw new Error(`PgBouncer ended: ${String(started.stderr?.read() ?? "")}`);
      if (await answers(port)) return started;
      await pause(25);
    }
    throw new Error("PgBouncer does not listen");
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  return {
    url: (login) => `postgres://${login}@127.0.0.1:${port}/${database}`,
    async restart() {
      await end("SIGKILL");
      child = await start();
    },
    async stop() {
      await end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
