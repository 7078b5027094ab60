/** The processes that match, as children to be killed, stopped and let go on. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { LOGINS, urlAs } from "../../server/platform/postgres/logins.ts";

export type Matcher = {
  /** What failed in it. */
  readonly faults: readonly string[];
  kill(): Promise<void>;
  signal(name: "SIGSTOP" | "SIGCONT"): void;
};

export async function startMatcher(url: string): Promise<Matcher> {
  const child: ChildProcess = fork(join(import.meta.dirname, "matcher.ts"), [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, MARKET_URL: urlAs(url, { login: LOGINS.market }) },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const faults: string[] = [];
  const isThere = new Promise<void>((done, fail) => {
    child.on("message", (said) => (said === "matching" ? done() : faults.push(String(said))));
    child.once("exit", (code) => fail(new Error(`a market process ended with ${code}`)));
  });
  await isThere;
  return {
    faults,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
    signal: (name) => void child.kill(name),
  };
}
