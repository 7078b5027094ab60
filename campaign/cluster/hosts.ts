/** Machines as network namespaces on one bridge, without a way out, and programs of the root folder in them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { answers } from "../debian-program.ts";
import { runTool } from "../image/run-tool.ts";

export const NETWORK = "10.77.0";
const NAMES = ["db1", "db2", "db3", "front", "client"] as const;
type Name = (typeof NAMES)[number];

export type Host = { readonly name: string; readonly namespace: string; readonly address: string };
export type Hosts = Readonly<Record<Name, Host>>;
export type Program = {
  /** What it printed last. */
  said(): string;
  /** Its exit code. */
  readonly ended: Promise<number>;
  end(signal: NodeJS.Signals): Promise<void>;
};

const ip = (...args: string[]) => runTool("ip", args);

/** Those of a network by its mark. */
export function hostsOf(mark: string): Hosts {
  const host = (name: Name) => ({
    name,
    namespace: `${mark}-${name}`,
    address: `${NETWORK}.${NAMES.indexOf(name) + 11}`,
  });
  return Object.fromEntries(NAMES.map((name) => [name, host(name)])) as Hosts;
}

/** The bridge has a namespace of its own, so that nothing of the machine's own network is changed. */
export function openNetwork(mark: string): Hosts {
  const switchboard = `${mark}-net`;
  const hosts = hostsOf(mark);
  ip("netns", "add", switchboard);
  ip("-n", switchboard, "link", "add", "bridge", "type", "bridge");
  ip("-n", switchboard, "link", "set", "bridge", "up");
  for (const { name, namespace, address } of Object.values(hosts)) {
    ip("netns", "add", namespace);
    ip("-n", namespace, "link", "set", "lo", "up");
    ip("-n", switchboard, "link", "add", name, "type", "veth", "peer", "name", "net", "netns", namespace);
    ip("-n", switchboard, "link", "set", name, "master", "bridge", "up");
    ip("-n", namespace, "addr", "add", `${address}/24`, "dev", "net");
    ip("-n", namespace, "link", "set", "net", "up");
  }
  return hosts;
}

/** No packet goes from one to the other, in either direction. */
export function cut(from: Host, to: Host): void {
  ip("-n", from.namespace, "route", "add", "blackhole", `${to.address}/32`);
}

export function heal(from: Host, to: Host): void {
  ip("-n", from.namespace, "route", "del", "blackhole", `${to.address}/32`);
}

export type Command = { readonly host: Host; readonly user: string; readonly command: readonly string[] };

/** A program of the root folder, on a host, as one of the folder's users. */
export function startProgram(root: string, { host, user, command }: Command): Program {
  const script = `mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot --userspec=${user} "$0" "$@"`;
  const child: ChildProcess = spawn(
    "ip",
    ["netns", "exec", host.namespace, "sh", "-c", script, root, ...command],
    // A session of its own: the Ctrl-C of the terminal ends the proof first, and then its programs are ended.
    { stdio: ["ignore", "pipe", "pipe"], detached: true, env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" } },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text) => {
      said = (said + String(text)).slice(-4000);
    });
  const ended = once(child, "close");
  return {
    said: () => said,
    ended: ended.then(
      () => child.exitCode ?? 1,
      () => 1,
    ),
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, "exit");
    },
  };
}

/** Until it ends. Throws with its last lines where it fails. */
export async function runProgram(root: string, asked: Command): Promise<void> {
  const program = startProgram(root, asked);
  const code = await program.ended;
  if (code !== 0) throw new Error(`${asked.command.join(" ")} ended with ${code}: ${program.said()}`);
}

export async function untilListening({ address }: Host, port: number, program: Program): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await answers(port, address)) return;
    await pause(25);
  }
  throw new Error(`nothing listens at ${address}:${port}: ${program.said()}`);
}
