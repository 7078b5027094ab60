/** A test file by itself, doing as much as its environment says, with its words on the terminal as they come. */
import { spawn } from "node:child_process";

/** Sets the exit code. */
export async function runAlone(file: string, env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--test", "--test-reporter=spec", "--test-timeout=86400000", file],
    { env: { ...process.env, ...env, NODE_TEST_CONTEXT: undefined }, stdio: "inherit" },
  );
  process.exitCode = await new Promise<number>((done) => child.once("exit", (code) => done(code ?? 1)));
}
