/** The lists of webhooks: messages in their order, tries from the latest, and for the staff what fails most. */
import { ROWS_PER_PAGE } from "#contract/platform/wire.ts";
import type {
  listStaffWebhooks,
  listWebhookDeliveries,
  listWebhookMessages,
  WebhookDelivery,
} from "#contract/reach/webhooks/webhooks.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { readSlice } from "../../platform/cursors.ts";
import { statusOf } from "./manage.ts";
import * as rows from "./rows.ts";

/** Its cursor is the last row also at the end: a program asks from there on. */
export async function viewMessages(
  tx: ReadTx,
  { userId, after }: { userId: bigint; after: string | undefined },
): Promise<ReplyOf<typeof listWebhookMessages>> {
  const found = await rows.messagesOf(tx, { userId, after, limit: ROWS_PER_PAGE });
  return {
    rows: found.map(({ public_id: id, type, subject, seq, at, body }) => ({
      ...{ id, type, subject, seq, body },
      at: at.toISOString(),
    })),
    next: found.at(-1)?.id.toString() ?? after ?? null,
  };
}

type Asked = {
  readonly userId: bigint;
  readonly state: WebhookDelivery["state"] | undefined;
  readonly after: string | undefined;
};

export async function viewDeliveries(tx: ReadTx, asked: Asked): Promise<ReplyOf<typeof listWebhookDeliveries>> {
  const found = await readSlice(
    (limit) => rows.deliveriesOf(tx, { ...asked, limit }),
    ({ id }) => String(id),
  );
  return { rows: found.rows.map(deliveryView), next: found.next };
}

function deliveryView(row: rows.DeliveryRow): WebhookDelivery {
  return {
    id: row.public_id,
    messageId: row.message,
    type: row.type,
    cause: row.cause,
    state: row.is_accepted === null ? "waiting" : row.is_accepted ? "delivered" : "failed",
    attempt: row.attempt,
    plannedAt: row.planned_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    httpStatus: row.http_status,
    ms: row.ms,
    fault: row.fault,
    body: row.body,
    answer: row.answer,
    retryAt: row.retry_at?.toISOString() ?? null,
  };
}

export async function viewWorst(tx: ReadTx, after: string | undefined): Promise<ReplyOf<typeof listStaffWebhooks>> {
  const found = await readSlice(
    (limit) => rows.worstEndpoints(tx, { after, limit }),
    ({ place }) => place,
  );
  return {
    rows: found.rows.map((row) => ({
      username: row.username,
      host: new URL(row.url).host,
      status: statusOf(row),
      why: row.why,
      failures: row.failures,
      failingSince: row.failing_since?.toISOString() ?? null,
      lastSuccessAt: row.last_success_at?.toISOString() ?? null,
      ...{ waiting: row.waiting, delivered: row.delivered, failed: row.failed },
    })),
    next: found.next,
  };
}
