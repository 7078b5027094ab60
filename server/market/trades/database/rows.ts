import type { DeclaredRows } from "../../../platform/database-rows.ts";
import { FLOWS } from "../flows/index.ts";

/** Each transition of each flow, by whom, from where to where, and with what for the coins. */
export const ROWS: readonly DeclaredRows[] = [
  {
    table: "trade_rules",
    key: ["flow_type", "verb", "actor", "from_status"],
    rows: Object.entries(FLOWS).flatMap(([flow_type, { transitions }]) =>
      transitions.flatMap(({ verb, by, from, to, escrow = null, toFlow = null }) =>
        by.flatMap((actor) =>
          from.map((status) => ({
            flow_type,
            verb,
            actor,
            from_status: status,
            to_status: to === "same" ? status : to,
            escrow,
            to_flow: toFlow,
          })),
        ),
      ),
    ),
  },
];
