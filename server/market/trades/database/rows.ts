import { DECLARED } from "../../../collected.ts";
import type { DeclaredRows } from "../../../platform/postgres/schema/rows.ts";
import { isFinal, isTimed } from "#contract/market/trades/trade/statuses.ts";
import { FLOWS } from "../flows/index.ts";

/**
 * Each transition of each flow: by whom, from where to where, with what for the coins, and what it writes; and what modules declare that counts
 * toward the limits of levels.
 */
export const ROWS: readonly DeclaredRows[] = [
  {
    table: "limit_sources",
    key: ["kind"],
    rows: DECLARED.flatMap(({ limitUses = [] }) => limitUses.map(({ kind, by }) => ({ kind, uses: by }))),
  },
  {
    table: "trade_rules",
    key: ["flow_type", "verb", "actor", "from_status"],
    rows: Object.entries(FLOWS).flatMap(([flow_type, { transitions, effects }]) =>
      transitions.flatMap(({ verb, by, from, to, escrow = null, toFlow = null }) =>
        by.flatMap((actor) =>
          from.map((status) => {
            const next = to === "same" ? status : to;
            // A window runs only while the coins wait for the buyer's money.
            const follows = [
              ...(isTimed(next) ? [] : ["untimed"]),
              ...(isFinal(next) && !isFinal(status) ? ["ended"] : []),
            ];
            const writes = `{${[...(effects[verb] ?? []), ...follows].join(",")}}`;
            return { flow_type, verb, actor, from_status: status, to_status: next, escrow, to_flow: toFlow, writes };
          }),
        ),
      ),
    ),
  },
];
