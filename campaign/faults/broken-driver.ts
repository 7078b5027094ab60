/** PostgreSQL's driver, in which a fault may lie in wait: below everything of ours, so that all of it has to cope. */
import type { Duplex } from "node:stream";
import pg from "pg";
import { LOGINS } from "../../server/platform/postgres/logins.ts";
import type { Faults } from "./faults.ts";

/** The application's own connections; makers of tests, and the signer, come by others. */
const OURS: ReadonlySet<string> = new Set([LOGINS.web, LOGINS.worker, LOGINS.chain, LOGINS.market, LOGINS.lightning]);

type Query = (this: pg.Client, ...asked: unknown[]) => Promise<unknown>;
type ErrorHandler = { handleError(error: Error, connection: unknown): void };

/** For the whole process, for good. */
export function breakDriver(faults: Faults): void {
  const query = pg.Client.prototype.query as unknown as Query;
  const broken = function (this: pg.Client, ...asked: unknown[]) {
    const send = () => query.apply(this, asked);
    if (!OURS.has(this.user ?? "") || asked[0] === "rollback") return send();
    if (asked[0] === "commit") {
      const way = faults.meet("commit");
      if (way === undefined) return send();
      return way === "lost" ? cut(this) : send().then(() => cut(this));
    }
    const way = faults.meet("statement");
    if (way === undefined) return send();
    // The server itself says so: what is under way there is then as over as it would be.
    const fault = way === "lost" ? cut(this) : query.call(this, refusing(way === "given up" ? "57014" : "40001"));
    const [prepared] = asked;
    if (!(prepared instanceof pg.Query)) return fault;
    // The prepared query gets the error separately, as from the driver.
    fault.catch((error: Error) => (prepared as unknown as ErrorHandler).handleError(error, this.connection));
    return prepared;
  };
  Object.assign(pg.Client.prototype, { query: broken });
}

function cut({ connection }: pg.Client): Promise<never> {
  (connection as unknown as { stream: Duplex }).stream.destroy();
  return Promise.reject(Object.assign(new Error("Connection terminated unexpectedly"), { code: "08006" }));
}

const refusing = (code: string): string =>
  `do $$ begin raise exception 'as the sweep says' using errcode = '${code}'; end $$`;
