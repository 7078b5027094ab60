/**
 * How a child process is started so that the kernel bounds it. RLIMIT_DATA counts memory that can be written; RLIMIT_AS would count
 * the gigabytes that V8 reserves and never touches. V8's range for code is writable from the start, so what an idle child has is
 * measured once and the allowance is added to it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export type Allowance = { readonly memoryMb: number; readonly cpuSec: number };

/** Nothing of this process's own: no secrets, and one thread of each kind. */
const ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  UV_THREADPOOL_SIZE: "1",
  MALLOC_ARENA_MAX: "2",
  // The allocator of the canvas would else take a writable gigabyte at once.
  MIMALLOC_ARENA_EAGER_COMMIT: "0",
};
const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));
const FLAGS = ["--v8-pool-size=1", "--wasm-max-code-space-size-mb=32", "--disable-warning=ExperimentalWarning"];

/** Where nothing could be measured: what V8 reserves for code on 64-bit machines, and an idle heap. */
const IDLE_KB_GUESS = 700 * 1024;

const isBounded = process.platform === "linux";
let idleKb: Promise<number> | undefined;

/** For a kind of task, whose libraries it loads. Logs once if the kernel sets no limits: then a child has only the limits of V8 and of the clock. */
export async function spawnBounded(kind: string, { memoryMb, cpuSec }: Allowance): Promise<ChildProcess> {
  const heap = `--max-old-space-size=${Math.ceil(memoryMb * 0.8)}`;
  if (!isBounded) {
    warnOnce(`files are read without a memory limit of the kernel on ${process.platform}`);
    return start(process.execPath, [...FLAGS, heap, CHILD, kind]);
  }
  idleKb ??= measureIdle();
  const dataKb = (await idleKb) + memoryMb * 1024;
  // It writes no file and leaves no core; a hard limit of a second more kills what catches the soft one.
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -d ${dataKb}; ulimit -S -t ${cpuSec}; ulimit -H -t ${cpuSec + 1}`;
  return start("/bin/sh", ["-c", `${limits}; exec nice -n 5 "$0" "$@"`, process.execPath, ...FLAGS, heap, CHILD, kind]);
}

function start(command: string, args: readonly string[]): ChildProcess {
  return spawn(command, [...args], { cwd: "/", env: ENVIRONMENT, stdio: ["pipe", "pipe", "pipe"] });
}

/** What a child has before it reads anything, in KB. */
async function measureIdle(): Promise<number> {
  const child = start(process.execPath, [...FLAGS, CHILD, "idle"]);
  let said = "";
  child.stdout?.on("data", (bytes: Buffer) => (said += bytes.toString()));
  await new Promise((ended) => child.once("close", ended).once("error", ended));
  return Number(/^VmData:\s+(\d+) kB/m.exec(said)?.[1] ?? IDLE_KB_GUESS);
}

const warned = new Set<string>();

export function warnOnce(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  process.emitWarning(text);
}
