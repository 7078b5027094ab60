/** People who write to each other while the server dies under them. */
import assert from "node:assert/strict";
import type { Db } from "../../server/platform/postgres/db.ts";
import { type Actor, type Call, type Callers, insist, isAcknowledged, pause } from "./caller.ts";

export type Writers = { readonly first: Actor; readonly other: Actor & { readonly username: string } };

const CHATS = "/proxy/messenger/v3/chats";

/** Two write until everything is stopped, each message once. */
export async function writeOn(callers: Callers, { first, other }: Writers): Promise<void> {
  const begun = await insist(callers, first, CHATS, {
    ...{ username: other.username, created_from: "profile" },
    text: "Hello",
  });
  const { id } = (begun?.data.conversation ?? {}) as { id?: string };
  if (id === undefined) return;
  await insist(callers, other, `${CHATS}/${id}/accept`);
  for (let round = 0; !callers.stopped(); round++) {
    const say = (by: Actor) => insist(callers, by, `${CHATS}/${id}/messages`, { text: `Message ${round}` });
    await Promise.all([say(first), say(other)]);
    await pause(200);
  }
}

/** Every acknowledged message is there, each once, and nothing else. Returns how many. */
export async function assertWrittenOnce(db: Db, history: readonly Call[]): Promise<number> {
  const said = history.filter(
    (call) => call.path.startsWith(CHATS) && call.path.endsWith("/messages") && isAcknowledged(call),
  );
  const numbers = said
    .map(({ by, answer }) => `${by} ${(answer?.data.message as { seq?: number } | undefined)?.seq}`)
    .sort();
  const rows = await db.read(
    (tx) => tx.rows<{ author_id: bigint; seq: number }>`
      select author_id, seq
      from direct_messages
      where seq > 1`,
  );
  assert.deepEqual(rows.map(({ author_id, seq }) => `${author_id} ${seq}`).sort(), numbers);
  return rows.length;
}
