/** What a run says at its end: how many of each kind died, and who survived, by folder. */
import { describe, KINDS, type Mutant } from "./mutant.ts";
import type { Verdict } from "./verdicts.ts";

export type Judged = { readonly mutant: Mutant; readonly verdict: Verdict };

export function table(judged: readonly Judged[]): string {
  const counted = judged.filter(({ verdict }) => verdict.word === "dead" || verdict.word === "alive");
  const row = (name: string, list: readonly Judged[]) => {
    const dead = list.filter(({ verdict }) => verdict.word === "dead").length;
    const percent = list.length === 0 ? "" : `${((100 * dead) / list.length).toFixed(1)} %`;
    return `${name.padEnd(12)}${String(dead).padStart(6)}${String(list.length - dead).padStart(7)}${percent.padStart(9)}`;
  };
  return [
    `${"kind".padEnd(12)}  dead  alive     dead`,
    ...KINDS.map((kind) =>
      row(
        kind,
        counted.filter(({ mutant }) => mutant.kind === kind),
      ),
    ),
    row("all", counted),
  ].join("\n");
}

/** Markdown: each survivor with the tests that ran its line and stayed green. */
export function survivorsByFolder(judged: readonly Judged[]): string {
  const alive = judged.filter(({ verdict }) => verdict.word === "alive");
  const folders = Map.groupBy(alive, ({ mutant }) => mutant.file.slice(0, mutant.file.lastIndexOf("/")));
  const parts = [...folders]
    .sort(([one], [two]) => one.localeCompare(two))
    .map(([folder, list]) => {
      const sorted = list.toSorted((one, two) =>
        place(one.mutant).localeCompare(place(two.mutant), "en", { numeric: true }),
      );
      return `## ${folder} (${list.length})\n\n${sorted.map(entry).join("\n")}\n`;
    });
  return parts.join("\n");
}

const place = ({ file, line }: Mutant) => `${file}:${line}`;

function entry({ mutant, verdict: { tests, notAsked } }: Judged): string {
  const asked = tests.length === 0 ? "no test runs this line" : `green: ${tests.join(", ")}`;
  const rest = notAsked === 0 ? "" : ` (${notAsked} more run it and were not asked)`;
  return `- ${place(mutant)} \`${mutant.id}\` ${describe(mutant)}\n  ${asked}${rest}`;
}
