/** npm run custody: hot and cold coins, and refills that are signed elsewhere, with the credentials of the database's owner. */
import { stderr, stdout } from "node:process";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { CustodyFault } from "../server/money/custody/index.ts";
import { readConfig } from "../server/platform/settings/config.ts";
import { openMarket } from "./admin/open-market.ts";
import { UsageError } from "./admin/read-wish.ts";
import { acts } from "./custody/acts.ts";
import { readWish } from "./custody/read-wish.ts";

const CODES = { done: 0, failed: 1, usage: 2, alarm: 3 } as const;

async function run(): Promise<keyof typeof CODES> {
  const wish = readWish(process.argv.slice(2));
  const config = readConfig();
  const market = await openMarket(config);
  const at = { db: market.db, config, tell: (line: string) => void stdout.write(`${line}\n`) };
  try {
    return await acts[wish.act](at, wish as never);
  } finally {
    await market.close();
  }
}

run().then(
  (end) => {
    process.exitCode = CODES[end];
  },
  (error: unknown) => {
    const isExpected = error instanceof Refusal || error instanceof CustodyFault || error instanceof UsageError;
    const said = error instanceof Error ? error.message : String(error);
    stderr.write(`${said}\n`);
    if (!isExpected && process.env.LOG_LEVEL === "debug" && error instanceof Error) stderr.write(`${error.stack}\n`);
    process.exitCode = error instanceof UsageError ? CODES.usage : CODES.failed;
  },
);
