/**
 * What a database's listeners hear: the carrier of BUS_URL, and PostgreSQL's NOTIFY beside it. Processes without the carrier, such as the
 * signer and the operator's commands, ring by NOTIFY.
 */
import type pg from "pg";
import type { Bus, BusState, Listener, Listening, OutsideBus } from "./bus.ts";
import { notifyBus } from "./notify-bus.ts";

export function joinedBus(
  connect: () => Promise<pg.Client>,
  outside: OutsideBus | undefined,
): Bus & { state(): BusState /** Ends what listens. */; stop(): Promise<void> } {
  const notified = notifyBus(connect);
  const open = new Set<Listening>();
  let gapAtMs: number | undefined;
  return {
    async listen(topics, given) {
      const listener: Listener = {
        heard: (topic, note) => given.heard(topic, note),
        missed() {
          gapAtMs = performance.now();
          given.missed();
        },
      };
      const parts = [await notified.listen(topics, listener), ...(outside ? [outside.listen(topics, listener)] : [])];
      const listening: Listening = {
        isUp: () => parts.every((part) => part.isUp()),
        async stop() {
          open.delete(listening);
          await Promise.all(parts.map((part) => part.stop()));
        },
      };
      open.add(listening);
      return listening;
    },
    state() {
      const isAny = outside !== undefined || open.size > 0;
      return {
        carrier: outside?.carrier ?? "notify",
        isUp: isAny ? outside?.isUp() !== false && [...open].every((listening) => listening.isUp()) : undefined,
        sinceGapSec: gapAtMs === undefined ? undefined : (performance.now() - gapAtMs) / 1000,
      };
    },
    stop: async () => void (await Promise.all([...open].map((listening) => listening.stop()))),
  };
}
