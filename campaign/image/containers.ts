/** Containers of one image by crun, with the limits that compose.yaml and the pods set: no root, no capability, nothing to write. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "./run-tool.ts";

export type Mount = { readonly from: string; readonly to: string; readonly isReadOnly?: boolean };
export type Asked = {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly Mount[];
};
export type Container = {
  /** Everything it printed so far. */
  readonly said: () => string;
  readonly ended: Promise<number>;
  /** Runs a program beside it, as the same user. Its exit code and what it prints. */
  run(...args: string[]): { status: number | null; said: string };
  signal(name: "TERM" | "KILL"): void;
};
export type Containers = {
  start(asked: Asked): Container;
  /** The image's own folder on this machine, and the name of their network namespace. */
  readonly program: string;
  readonly network: string;
  /** Runs a program of this machine in their network. Throws what it prints where it fails. */
  besides(...args: string[]): string;
  close(): void;
};

const USER = 10001;

export function openContainers({ image, folder }: { image: string; folder: string }): Containers {
  const mark = `parley-image-${process.pid}`;
  const source = runTool("buildah", ["from", image]);
  const root = runTool("buildah", ["mount", source]);
  const { Entrypoint = [], Cmd = [], Env = [], User } = configOf(image);
  if (User !== `${USER}:${USER}`) throw new Error(`the image runs as ${User}`);
  runTool("ip", ["netns", "add", mark]);
  runTool("ip", ["-n", mark, "link", "set", "lo", "up"]);
  const started = new Map<string, ChildProcess>();

  return {
    start({ name, args, env, mounts }) {
      const id = `${mark}-${name}`;
      const bundle = join(folder, name);
      mkdirSync(bundle);
      const all = [...Env, ...Object.entries(env).map(([key, text]) => `${key}=${text}`)];
      const config = bundleOf({
        root,
        args: args ?? [...Entrypoint, ...Cmd],
        env: all,
        mounts,
        network: `/run/netns/${mark}`,
      });
      writeFileSync(join(bundle, "config.json"), JSON.stringify(config));
      const child = spawn(...crun("run", "--bundle", bundle, id));
      let said = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
      started.set(id, child);
      return {
        said: () => said,
        ended: new Promise((done) => child.once("exit", (code) => done(code ?? 1))),
        run(...words) {
          const ran = spawnSync(...crun("exec", "--user", `${USER}:${USER}`, "--cwd", "/opt/parley", id, ...words), {
            encoding: "utf8",
            timeout: 30_000,
          });
          return { status: ran.status, said: `${ran.stdout}${ran.stderr}`.trim() };
        },
        signal(kind) {
          spawnSync(...crun("kill", id, kind));
        },
      };
    },
    program: join(root, "opt/parley"),
    network: mark,
    besides: (...args) => runTool("ip", ["netns", "exec", mark, ...args], 4),
    close() {
      for (const id of started.keys()) spawnSync(...crun("delete", "--force", id));
      spawnSync("ip", ["netns", "del", mark]);
      spawnSync("buildah", ["rm", source]);
    },
  };
}

/** Without cgroups: crun reads which kind the machine has, and refuses some mixtures even with cgroups disabled. */
function crun(...words: string[]): [string, string[]] {
  const script = 'mount -t tmpfs none /sys/fs/cgroup && exec crun --cgroup-manager=disabled "$@"';
  return ["unshare", ["--mount", "sh", "-c", script, "crun", ...words]];
}

type ImageConfig = { Entrypoint?: string[]; Cmd?: string[]; Env?: string[]; User?: string };

function configOf(image: string): ImageConfig {
  const { OCIv1 } = JSON.parse(runTool("buildah", ["inspect", "--type", "image", image])) as {
    OCIv1: { config: ImageConfig };
  };
  return OCIv1.config;
}

/** As the specification of OCI's runtime has it. */
function bundleOf(given: {
  root: string;
  args: string[] | readonly string[];
  env: string[];
  mounts: readonly Mount[];
  network: string;
}) {
  const scratch = (destination: string, mode: string) => ({
    destination,
    type: "tmpfs",
    source: "tmpfs",
    options: ["nosuid", "nodev", `mode=${mode}`, `uid=${USER}`, `gid=${USER}`],
  });
  const noCapability = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] };
  return {
    ociVersion: "1.0.2",
    process: {
      user: { uid: USER, gid: USER },
      args: given.args,
      env: given.env,
      cwd: "/opt/parley",
      noNewPrivileges: true,
      capabilities: noCapability,
    },
    root: { path: given.root, readonly: true },
    mounts: [
      { destination: "/proc", type: "proc", source: "proc" },
      { destination: "/dev", type: "tmpfs", source: "tmpfs", options: ["nosuid", "mode=755", "size=65536k"] },
      scratch("/dev/shm", "1777"),
      scratch("/tmp", "1777"),
      scratch("/srv/parley", "0700"),
      ...given.mounts.map(({ from, to, isReadOnly }) => ({
        destination: to,
        type: "bind",
        source: from,
        options: ["rbind", isReadOnly ? "ro" : "rw"],
      })),
    ],
    linux: {
      namespaces: [
        ...["pid", "ipc", "uts", "mount"].map((type) => ({ type })),
        { type: "network", path: given.network },
      ],
    },
  };
}
