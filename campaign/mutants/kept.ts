/**
 * The two kept lists: killed.tsv, from which npm test draws its sample, and survivors.tsv, where each survivor has an
 * argument or waits for a test. An argued survivor still counts as alive.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe } from "./mutant.ts";
import type { Judged } from "./report.ts";

export type Killed = { readonly id: string; readonly test: string; readonly seconds: number };
type Survivor = { readonly id: string; readonly place: string; readonly change: string; readonly argument: string };

const KILLED_HEAD = "id\ttest\tseconds";
const SURVIVORS_HEAD = "id\tplace\tchange\targument";

function linesOf(path: string): string[][] {
  if (!existsSync(path)) return [];
  const [, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line) => line.split("\t"));
}

export function readKilled(path: string): Killed[] {
  return linesOf(path).map(([id = "", test = "", seconds = "0"]) => ({ id, test, seconds: Number(seconds) }));
}

export function readSurvivors(path: string): Survivor[] {
  return linesOf(path).map(([id = "", place = "", change = "", argument = ""]) => ({ id, place, change, argument }));
}

/** Takes what was judged into the lists; `exists` tells which ids the sources still have. Arguments stay. */
export function keep(
  judged: readonly Judged[],
  { killed, survivors, exists }: { killed: string; survivors: string; exists: (id: string) => boolean },
): void {
  const dead = new Map(readKilled(killed).map((line) => [line.id, line]));
  const alive = new Map(readSurvivors(survivors).map((line) => [line.id, line]));
  for (const { mutant, verdict } of judged) {
    const { id, file, line } = mutant;
    if (verdict.word === "dead") {
      dead.set(id, { id, test: verdict.tests[0] ?? "", seconds: verdict.seconds });
      alive.delete(id);
    } else if (verdict.word === "alive") {
      dead.delete(id);
      const argument = alive.get(id)?.argument ?? "";
      alive.set(id, { id, place: `${file}:${line}`, change: describe(mutant), argument });
    }
  }
  const write = <T extends { id: string }>(
    path: string,
    head: string,
    map: Map<string, T>,
    cells: (line: T) => string[],
  ) => {
    const lines = [...map.values()].filter(({ id }) => exists(id)).sort((one, two) => one.id.localeCompare(two.id));
    writeFileSync(path, `${[head, ...lines.map((line) => cells(line).join("\t"))].join("\n")}\n`);
  };
  write(killed, KILLED_HEAD, dead, ({ id, test, seconds }) => [id, test, seconds.toFixed(1)]);
  write(survivors, SURVIVORS_HEAD, alive, ({ id, place, change, argument }) => [id, place, change, argument]);
}
