/** Kept answers and live messages as tests read them: unpacked. */
import type pg from "pg";
import { type Kept, unpack } from "../platform/packing/packed.ts";

/** Of all calls with a request key. */
export async function keptAnswers(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<Kept>("select answer as text, packed from idempotency_keys");
  return rows.map(unpack);
}

/** In the order of their numbers; of all channels, or of one user's. */
export async function liveBodies(owner: pg.Pool, userId?: bigint): Promise<{ readonly type: string }[]> {
  const { rows } = await owner.query<Kept>(
    `select body as text, packed
     from live_messages
     where $1::bigint is null or channel = 'user:' || (select external_id from users where id = $1)
     order by channel, seq`,
    [userId],
  );
  return rows.map((row) => JSON.parse(unpack(row)));
}
