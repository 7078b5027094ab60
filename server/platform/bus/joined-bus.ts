/**
 * What a database's listeners hear: the carrier of BUS_URL, and PostgreSQL's NOTIFY beside it. Processes without the carrier, such as the
 * signer and the operator's commands, ring by NOTIFY.
 */
import type pg from "pg";
import type { Bus, Listening, OutsideBus } from "./bus.ts";
import { notifyBus } from "./notify-bus.ts";

export function joinedBus(
  connect: () => Promise<pg.Client>,
  outside: OutsideBus | undefined,
): Bus & { /** Ends what listens. */ stop(): Promise<void> } {
  const notified = notifyBus(connect);
  const open = new Set<Listening>();
  return {
    async listen(topics, listener) {
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
    stop: async () => void (await Promise.all([...open].map((listening) => listening.stop()))),
  };
}
