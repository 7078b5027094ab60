/** Messages for the endpoints that listen: each is written once, as the text that is sent whenever it is sent. */
import { WEBHOOK_TEST, type WebhookEvent } from "#contract/reach/webhooks/names.ts";
import type { JsonValue, Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import {
  insertMessages,
  type Listening,
  listeningOf,
  lockMessages,
  raiseNumbers,
  type Subject,
} from "./delivery-rows.ts";

export type Draft = {
  readonly userId: bigint;
  readonly type: WebhookEvent | typeof WEBHOOK_TEST;
  readonly subject: string;
  readonly at: Date;
  readonly payload: JsonValue;
};

/** In the order of the drafts. What nobody listens to is left out. */
export async function writeMessages(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length === 0) return;
  const listening = new Map(
    (await listeningOf(tx, [...new Set(drafts.map(({ userId }) => userId))])).map((one) => [one.user_id, one]),
  );
  const wanted = drafts.flatMap((draft) => {
    const endpoint = listening.get(draft.userId);
    return endpoint && listensTo(endpoint, draft) ? [{ draft, endpoint }] : [];
  });
  if (wanted.length === 0) return;
  await lockMessages(tx, [...new Set(wanted.map(({ draft }) => draft.userId))]);
  const subjects = Map.groupBy(wanted, ({ draft }) => keyOf(draft));
  const last = await raiseNumbers(
    tx,
    [...subjects.values()].flatMap((same): Subject[] => {
      const [first] = same;
      return first ? [{ userId: first.draft.userId, subject: first.draft.subject, many: same.length }] : [];
    }),
  );
  const next = new Map([...subjects].map(([key, same]) => [key, (last.get(key) ?? 0) - same.length]));
  await insertMessages(
    tx,
    wanted.map(({ draft, endpoint }) => {
      const seq = (next.get(keyOf(draft)) ?? 0) + 1;
      next.set(keyOf(draft), seq);
      const publicId = ids.hash();
      const { userId, type, subject, at, payload } = draft;
      return {
        ...{ endpointId: endpoint.id, userId, publicId, type, subject, seq },
        cause: type === WEBHOOK_TEST ? ("test" as const) : ("event" as const),
        body: JSON.stringify({ id: publicId, type, subject, seq, occurred_at: at.toISOString(), payload }),
      };
    }),
  );
}

const keyOf = ({ userId, subject }: Draft) => `${userId}:${subject}`;

const listensTo = ({ events }: Listening, { type }: Draft) => type === WEBHOOK_TEST || events.includes(type);
