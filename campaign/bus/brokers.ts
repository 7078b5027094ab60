/** Carriers of the bus for tests: Valkey and NATS out of Debian's sid, each in a folder with its own loader, fetched once. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../server/devnet/child.ts";
import { answers, debianProgram } from "../debian-program.ts";

export const BROKERS = ["valkey", "nats"] as const;
export type BrokerName = (typeof BROKERS)[number];

const PACKAGES: Readonly<Record<BrokerName, string>> = { valkey: "valkey-server", nats: "nats-server" };
const SCHEMES: Readonly<Record<BrokerName, string>> = { valkey: "valkey", nats: "nats" };

export type Broker = {
  readonly port: number;
  /** As BUS_URL, without a name. */
  readonly url: string;
  stop(): Promise<void>;
  /** On the same port. */
  start(): Promise<void>;
};

/** Throws why it cannot be had. */
export async function startBroker(name: BrokerName): Promise<Broker> {
  const { command, leadingArgs } = await debianProgram(PACKAGES[name], { isAnyVersion: true });
  const port = await freePort();
  const args = {
    valkey: ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--daemonize", "no"],
    nats: ["-a", "127.0.0.1", "-p", `${port}`],
  }[name];
  let child: ChildProcess | undefined;
  const broker: Broker = {
    port,
    url: `${SCHEMES[name]}://127.0.0.1:${port}`,
    async start() {
      const started = spawn(command, [...leadingArgs, ...args], { stdio: "ignore", cwd: tmpdir() });
      started.on("error", () => undefined);
      child = started;
      for (let tries = 0; tries < 200; tries++) {
        if (started.exitCode !== null) throw new Error(`${PACKAGES[name]} ended with ${started.exitCode}`);
        if (await answers(port)) return;
        await pause(25);
      }
      throw new Error(`${PACKAGES[name]} does not listen`);
    },
    async stop() {
      const ended = child;
      child = undefined;
      if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
      const gone = once(ended, "exit");
      ended.kill("SIGKILL");
      await gone;
    },
  };
  await broker.start();
  return broker;
}
