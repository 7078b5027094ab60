/** What PostgreSQL says beside results: that no standby has a commit, and the rings for a bus beside the database. */
import type pg from "pg";
import { isTopic, type Ring } from "../bus/bus.ts";

/** Connections whose last commit stopped waiting for the standby: PostgreSQL says so in a warning, after it has committed here. */
const unconfirmed = new WeakSet<pg.ClientBase>();
/** Rings of the transaction that each connection is in. */
const rung = new WeakMap<pg.ClientBase, Map<string, Ring>>();

type Notice = {
  readonly severity?: string | undefined;
  readonly routine?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly detail?: string | undefined;
};

export function hearNotices(client: pg.ClientBase): void {
  client.on("notice", ({ severity, routine, code, message, detail = "" }: Notice) => {
    // By the function of PostgreSQL that warns: its words are in the language of the server.
    if (routine === "SyncRepWaitForLSN" && severity !== "NOTICE") unconfirmed.add(client);
    if (code !== "PLBUS" || !isTopic(message)) return;
    const rings = rung.get(client) ?? new Map<string, Ring>();
    // Once for each commit, as PostgreSQL does.
    rung.set(client, rings.set(`${message} ${detail}`, { topic: message, note: detail }));
  });
}

/** Whether the last commit was unconfirmed, asked once. */
export const takeUnconfirmed = (client: pg.ClientBase): boolean => unconfirmed.delete(client);

/** The rings since the last call. */
export function takeRings(client: pg.ClientBase): readonly Ring[] {
  const rings = [...(rung.get(client)?.values() ?? [])];
  rung.delete(client);
  return rings;
}
