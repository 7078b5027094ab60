/** Pages to look at: an offer and a running trade, behind a server of their own. */
import type { BenchServer, Ground } from "./ground.ts";
import { makePairs, startTrade } from "./pairs.ts";
import { openWire } from "./wire.ts";

export type StagePage = "home" | "listing" | "offer" | "trade";

export type Stage = {
  readonly server: BenchServer;
  readonly paths: Readonly<Record<StagePage, string>>;
  /** The session of the buyer of the trade. */
  readonly buyer: string;
};

export async function openStage(ground: Ground): Promise<Stage> {
  const [pair] = await makePairs(ground, 1);
  if (!pair) throw new Error("nobody to trade");
  const server = await ground.server();
  const wire = await openWire(server.port);
  const hash = await startTrade(wire, pair);
  wire.close();
  const paths = {
    home: "/",
    listing: "/trading/buy-btc/other-bank-transfer?currencyCode=USD",
    offer: `/offer/${pair.offer}`,
    trade: `/trade/${hash}`,
  };
  return { server, paths, buyer: pair.buyer };
}
