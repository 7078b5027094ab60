/**
 * Everything in one process, with what it brings beside it. The database and the nodes begin first; the market's own code
 * is read while they do.
 */
import { withDemoCold } from "../demo/coins/cold-keys.ts";
import { startChains } from "../devnet/chains.ts";
import { startDatabase } from "../devnet/database.ts";
import type { Start } from "./start.ts";

export async function startWhole({ config: given, log, say, stops }: Start): Promise<void> {
  const config = withDemoCold(given);
  const database = startDatabase({ config, log, say });
  stops.push(async () => (await database.catch(() => undefined))?.stop());
  const opened = Promise.withResolvers<void>();
  const chains = startChains({
    config,
    signerUrl: () => database.then(({ signerUrl }) => signerUrl),
    say,
    lightningAfter: config.demo && config.lnd === undefined ? opened.promise : undefined,
  });
  stops.push(async () => (await chains.catch(() => undefined))?.stop());
  const [{ openMarket }, ...brought] = await Promise.all([import("./open-market.ts"), database, chains]);
  await openMarket({ config, log, say, stops }, brought, opened.resolve);
}
