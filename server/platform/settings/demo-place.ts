/** A demo market is allowed on one machine only, with chains whose coins have no value. */
import { isThisMachine } from "../words/networks.ts";

type Place = {
  readonly role: string;
  readonly host: string;
  readonly publicUrl: URL;
  readonly chains: boolean;
  readonly bitcoinRpcUrl: string | undefined;
  readonly ethereumRpcUrl: string | undefined;
};

/**
 * Why there can be no demo market: its passwords are public and its coins unowned, so it is for this machine and for
 * development chains only. Undefined when there can be one.
 */
export function whyNoDemo(place: Place): string | undefined {
  const { role, host, publicUrl, chains, bitcoinRpcUrl, ethereumRpcUrl } = place;
  if (role !== "all") return `ROLE=${role} is one process of several`;
  if (!isThisMachine(host)) return `HOST=${host} serves others`;
  if (!isThisMachine(publicUrl.hostname)) return `PUBLIC_URL=${publicUrl.origin} serves others`;
  if (chains && bitcoinRpcUrl) return "BITCOIN_RPC_URL names a node that was not started for it";
  if (chains && ethereumRpcUrl) return "ETHEREUM_RPC_URL names a node that was not started for it";
  return undefined;
}
