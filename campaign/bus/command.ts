/** The bus, the tests of live messages, and the random market, each over every carrier beside PostgreSQL. */
import { globSync } from "node:fs";
import { runAlone } from "../run-alone.ts";
import { BROKERS, startBroker } from "./brokers.ts";

const LIVE = ["server/**/live*.test.ts", "server/platform/http/live/hub.test.ts", "server/platform/events/*.test.ts"];
const SCHEDULES = "4";

/** Sets the exit code: 1 after any failure. */
export async function runBus(): Promise<void> {
  const codes: (number | string | null | undefined)[] = [];
  const run = async (file: string, env: Readonly<Record<string, string>>) => {
    await runAlone(file, env);
    codes.push(process.exitCode);
  };
  await run("campaign/bus/bus.test.ts", {});
  for (const name of BROKERS) {
    const broker = await startBroker(name);
    try {
      const env = { PARLEY_TEST_BUS: broker.url };
      for (const file of [...new Set(LIVE.flatMap((pattern) => globSync(pattern)))].sort()) {
        process.stdout.write(`${name}: ${file}\n`);
        await run(file, env);
      }
      process.stdout.write(`${name}: the random market\n`);
      await run("campaign/market/market.test.ts", { ...env, SCHEDULES });
    } finally {
      await broker.stop();
    }
  }
  process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
}
