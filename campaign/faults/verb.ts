/** A money verb as the sweep sees it: something to prepare, the call that is disturbed and made again, what goes on then. */
import type { EndpointShape } from "#contract/platform/endpoint.ts";
import type { Answer, TestClient } from "../../server/testing/app.ts";
import { FAILED, type Reply } from "./insist.ts";
import type { People } from "./rows.ts";
import type { Stage, World } from "./stage.ts";

export type Prepared = {
  /** The users of the case, with their names in the compared rows. */
  readonly people: People;
  /** The call, under this key each time. */
  readonly call: (key: string) => Promise<Reply>;
  /** Work that continues afterwards without faults. */
  readonly goOn?: () => Promise<void>;
  /** Behind the comparison: takes away what the next run must not meet. */
  readonly leave?: () => Promise<void>;
};

export type MoneyVerb = {
  readonly name: string;
  readonly prepare: (stage: Stage) => Promise<Prepared>;
  /** It delivers what others emitted; otherwise that is done beforehand. */
  readonly isAboutEvents?: true;
  /** Rows that may come otherwise after a fault: what goes to the live channel depends on how events were cut into batches. */
  readonly leavesOut?: RegExp;
  /** Invariants that this very thing breaks, and staff has to look at. */
  readonly breaks?: RegExp;
};

/** A call over HTTP. */
export function asks<E extends EndpointShape>(
  client: TestClient,
  endpoint: E,
  input: { readonly params?: unknown; readonly body?: unknown },
): Prepared["call"] {
  return async (key) => {
    const { status, code, body }: Answer<E> = await client.call(endpoint, { ...input, key } as never);
    return { status, code, body };
  };
}

/** A job that runs again when it has failed. */
export function runs(world: World, ...names: readonly string[]): Prepared["call"] {
  return async () => {
    try {
      for (const name of names) await world.runJob(name);
      return { status: 200, code: "", body: {} };
    } catch {
      // Its own log has said why; as in production the next run goes on.
      return FAILED;
    }
  };
}
