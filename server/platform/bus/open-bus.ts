/** Opens the bus that BUS_URL names. Only its own client library is loaded. */
import type { Log } from "../log.ts";
import type { OutsideBus } from "./bus.ts";
import { outsideBus } from "./outside-bus.ts";
import type { OpenWire } from "./wire.ts";

/** Undefined without an address: PostgreSQL carries. */
export async function openBus(address: string | undefined, log: Log): Promise<OutsideBus | undefined> {
  if (address === undefined) return undefined;
  const url = new URL(address);
  return outsideBus({ url, log, open: await wireFor(url) });
}

export async function wireFor({ protocol }: URL): Promise<OpenWire> {
  if (protocol === "nats:" || protocol === "tls:") return (await import("./nats-wire.ts")).openNats;
  return (await import("./valkey-wire.ts")).openValkey;
}
