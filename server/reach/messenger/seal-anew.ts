/** Exchanges the secret that messages and reports are sealed with. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { sealingVersion, useSealingSecret } from "../../platform/sealed.ts";
import { openBody, openWords, sealBody, sealWords } from "./body.ts";
import * as rows from "./seal-rows.ts";

const AT_ONCE = 200;

/** As the owner of the tables; a second call changes nothing. Returns the line for the operator. */
export async function sealMessagesAnew(
  db: Db,
  { secret, sealing }: Pick<Config, "secret" | "sealing">,
): Promise<string> {
  useSealingSecret(secret, sealing);
  const body = <Row extends { conversation_id: bigint; seq: number; body_sealed: Buffer }>(row: Row): Row => {
    const place = { conversationId: row.conversation_id, seq: row.seq };
    return { ...row, body_sealed: sealBody(openBody(row.body_sealed, place), place) };
  };
  const messages = await sealEach(db, async (tx, after) => {
    const found = await rows.lockBodiesBefore(tx, { version: sealingVersion(), after, limit: AT_ONCE });
    await rows.putBodiesAnew(tx, found.map(body));
    return { count: found.length, last: found.at(-1)?.id };
  });
  await sealEach(db, async (tx, after) => {
    const found = await rows.lockCopiesBefore(tx, { version: sealingVersion(), after, limit: AT_ONCE });
    await rows.putCopiesAnew(tx, found.map(body));
    return { count: found.length, last: found.at(-1)?.report_id };
  });
  await sealEach(db, async (tx, after) => {
    const found = await rows.lockWordsBefore(tx, { version: sealingVersion(), after, limit: AT_ONCE });
    const anew = found.map((row) => ({
      ...row,
      words_sealed: sealWords(openWords(row.words_sealed, row.number), row.number),
    }));
    await rows.putWordsAnew(tx, anew);
    return { count: found.length, last: found.at(-1)?.id };
  });
  return `sealed ${messages} messages with the new secret`;
}

type Step = (tx: Tx, after: bigint) => Promise<{ readonly count: number; readonly last: bigint | undefined }>;

async function sealEach(db: Db, step: Step): Promise<number> {
  let sealed = 0;
  for (let after = 0n; ; ) {
    const { count, last } = await db.tx((tx) => step(tx, after));
    if (last === undefined) return sealed;
    sealed += count;
    after = last;
  }
}
