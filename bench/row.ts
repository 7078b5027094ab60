/** One line of the table: what was measured, the limit it is held against, and what the ratio has to be. */
export type Row = {
  readonly name: string;
  /** The measured value and the limit, each with its unit. */
  readonly measured: string;
  readonly limit: string;
  readonly ratio: number;
  /** Without one the row only informs. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
};

export function isMet({ ratio, target }: Row): boolean {
  if (!target) return true;
  return "atLeast" in target ? ratio >= target.atLeast : ratio <= target.atMost;
}

function targetText({ target }: Row): string {
  if (!target) return "-";
  return "atLeast" in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}

/** The rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [
    ["row", "measured", "limit", "ratio", "target", ""],
    ...rows.map((row) => [
      row.name,
      row.measured,
      row.limit,
      row.ratio.toFixed(row.ratio < 10 ? 2 : 1),
      targetText(row),
      row.target ? (isMet(row) ? "ok" : "misses") : "",
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const [head = "", ...body] = cells.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  return [head, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...body].join("\n");
}
