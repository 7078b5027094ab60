/**
 * npm run dev: the server starts again when its sources change; a changed screen takes the place of the old one in the
 * open page, and what the server draws is built again behind it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { freePort } from "../server/devnet/child.ts";
import { openFront } from "./dev/front.ts";

const port = Number(process.env.PORT ?? 8080);
const backPort = await freePort();
let server: ChildProcess | undefined;

function startServer(): void {
  server = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "server/main.ts"], {
    stdio: "inherit",
    env: {
      ...process.env,
      PORT: String(backPort),
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
    },
  });
}

/** The last of a burst of changes counts; a work that still runs is followed by one more. */
function calmly(work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(work);
    }, 200);
  };
}

async function restart(): Promise<void> {
  const old = server;
  if (old && old.exitCode === null) {
    await new Promise((done) => {
      old.once("exit", done);
      old.kill("SIGTERM");
    });
  }
  startServer();
}

async function rebuild(): Promise<void> {
  const code = await new Promise((done) =>
    spawn(process.execPath, ["web/build.ts"], { stdio: "inherit" }).on("exit", done),
  );
  if (code === 0) await restart();
}

startServer();
const front = await openFront({ port, backPort: () => backPort });
const [again, anew] = [calmly(restart), calmly(rebuild)];
for (const folder of ["server", "contract"]) watch(folder, { recursive: true }, again);
watch("web", { recursive: true }, anew);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    front.server.close();
    void front.vite.close();
    server?.once("exit", () => process.exit(0));
    server?.kill(signal);
  });
}
