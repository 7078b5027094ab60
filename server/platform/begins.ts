/** The statements that transactions begin with. */

/** How a transaction begins, and the plans of its statements. */
export type Begin = { readonly text: string; readonly plans: "" | "k" };

/** What its rings come back as; see the function `ring`. */
const RINGS_OUTSIDE = "set local parley.bus = 'outside'; set local client_min_messages = 'notice';";

/** `hasBus`: another bus than PostgreSQL's carries the rings. */
export function beginsFor({
  hasBus,
}: {
  readonly hasBus: boolean;
}): Readonly<Record<"plain" | "byKey" | "snapshot", Begin>> {
  const more = hasBus ? ` ${RINGS_OUTSIDE}` : "";
  return {
    plain: { text: `begin;${more} select market_now() as now`, plans: "" },
    byKey: {
      text: `begin;${more} set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off; select market_now() as now`,
      plans: "k",
    },
    snapshot: {
      text: `begin isolation level repeatable read;${more} set local statement_timeout = 0; select market_now() as now`,
      plans: "",
    },
  };
}
