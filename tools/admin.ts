/** npm run admin: what the operator of the machine does to a market, with the credentials of the database's owner. */
import { stderr, stdout } from "node:process";
import { plainText } from "#contract/platform/plain-text.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { readConfig } from "../server/platform/settings/config.ts";
import { acts, UsageError } from "./admin/acts.ts";
import { openMarket } from "./admin/open-market.ts";
import { readWish } from "./admin/read-wish.ts";

const CODES = { done: 0, failed: 1, usage: 2, alarm: 3 } as const;

async function run(): Promise<keyof typeof CODES> {
  const wish = readWish(process.argv.slice(2));
  const config = readConfig();
  const market = await openMarket(config);
  try {
    return await acts[wish.act](
      market.db,
      wish as never,
      (line) => void stdout.write(`${plainText(line).replaceAll("\n", " ")}\n`),
      config,
    );
  } finally {
    await market.close();
  }
}

run().then(
  (end) => {
    process.exitCode = CODES[end];
  },
  (error: unknown) => {
    const fields = error instanceof Refusal ? Object.keys(error.details) : [];
    const said = error instanceof Error ? error.message : String(error);
    stderr.write(`${fields.length > 0 ? `${fields.join(", ")}: ` : ""}${said}\n`);
    process.exitCode = error instanceof UsageError ? CODES.usage : CODES.failed;
  },
);
