/** npm run dev: the server starts again when its sources change; the web is built again when its own do. */
import { spawn, type ChildProcess } from "node:child_process";
import { watch } from "node:fs";

let server: ChildProcess | undefined;
let again: NodeJS.Timeout | undefined;

function startServer(): void {
  server = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "server/main.ts"], { stdio: "inherit" });
}

function soon(work: () => void): void {
  clearTimeout(again);
  again = setTimeout(work, 200);
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

function rebuild(): void {
  spawn(process.execPath, ["web/build.ts"], { stdio: "inherit" }).on("exit", (code) => {
    if (code === 0) void restart();
  });
}

startServer();
for (const folder of ["server", "contract"]) watch(folder, { recursive: true }, () => soon(() => void restart()));
watch("web", { recursive: true }, () => soon(rebuild));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    server?.once("exit", () => process.exit(0));
    server?.kill(signal);
  });
}
