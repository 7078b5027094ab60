/** The table of the break-in: who, what was tried, who answered, and what left. */
import type { TakenOver } from "./attempt.ts";
import type { Bound } from "./bounds.ts";

export type Row = {
  readonly as: TakenOver;
  readonly tries: string;
  /** The refusal, or the result. */
  readonly outcome: string;
  readonly idleUsd: number;
  readonly actingUsd: number;
  readonly acting: string;
};

export function tableOf(rows: readonly Row[], bounds: Readonly<Record<TakenOver, Bound>>): string {
  const widths = [6, 10, 10, Math.max(...rows.map(({ tries }) => tries.length)), 20];
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) =>
        index === 1 || index === 2 ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join("  ")
      .trimEnd();
  const head = line(["as", "idle lose", "acting do", "who has taken it over", "answer"]);
  const body = rows.map(({ as, tries, outcome, idleUsd, actingUsd, acting }) =>
    line([as, dollars(idleUsd), dollars(actingUsd), tries, acting ? `${outcome} (acting: ${acting})` : outcome]),
  );
  const most = (Object.entries(bounds) as [TakenOver, Bound][]).map(([as, { usd, is }]) => {
    const mine = rows.filter((row) => row.as === as);
    const left = Math.max(0, ...mine.map(({ idleUsd, actingUsd }) => idleUsd + actingUsd));
    const word = isWithin(mine, usd) ? "within" : "ABOVE";
    return `${as}: ${mine.length} ways, the most that left ${dollars(left)}, ${word} the bound of ${dollars(usd)}: ${is}`;
  });
  return [head, ...body, "", `${rows.length} ways`, ...most].join("\n");
}

/** In dollars: the bound and the losses are the same sums, rounded in another order. */
const A_CENT = 0.01;

/** Users who did nothing lost nothing, and users who acted lost at most the stated bound. */
export function isWithin(rows: readonly Row[], boundUsd: number): boolean {
  return rows.every(({ idleUsd, actingUsd }) => idleUsd === 0 && actingUsd <= boundUsd + A_CENT);
}

const dollars = (usd: number) => `$${Math.round(usd).toLocaleString("en-US")}`;
