/** Finds the mutants that the compiler refuses: nobody could commit them. Many are asked about at once. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applied, type Mutant } from "./mutant.ts";

/** The files with type errors, of the tree as it stands. */
export type Compiler = (withWeb: boolean) => Set<string>;

export function compilerIn(folder: string): Compiler {
  const check = (project: string, memory: string) => {
    const args = ["-p", project, "--pretty", "false", "--incremental", "--tsBuildInfoFile", join(folder, memory)];
    const { stdout } = spawnSync("node_modules/.bin/tsc", args, { cwd: folder, encoding: "utf8" });
    return [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map((match) => match[1] ?? "");
  };
  return (withWeb) =>
    new Set([...check("tsconfig.json", ".types-server"), ...(withWeb ? check("web/tsconfig.json", ".types-web") : [])]);
}

export type Asked = { readonly mutants: readonly Mutant[]; readonly refused: ReadonlySet<string> };

/** The mutants in rounds, each with the ids of those that do not compile. One mutant of each file is set at a time. */
export function* compileRounds(compiler: Compiler, folder: string, mutants: readonly Mutant[]): Generator<Asked> {
  const refused = new Set<string>();
  yield { mutants: mutants.filter(({ isTyped }) => !isTyped), refused };
  const inFile = [
    ...Map.groupBy(
      mutants.filter(({ isTyped }) => isTyped),
      ({ file }) => file,
    ).values(),
  ];
  const rounds = Math.max(0, ...inFile.map((list) => list.length));
  for (let round = 0; round < rounds; round++) {
    const batch = inFile.flatMap((list) => list[round] ?? []);
    check(batch);
    yield { mutants: batch, refused };
  }

  function check(batch: readonly Mutant[]): void {
    if (batch.length === 0) return;
    const faulty = withAll(folder, batch, () => compiler(batch.some(({ file }) => /^(web|contract)\//.test(file))));
    const own = batch.filter(({ file }) => faulty.has(file));
    for (const { id, file } of own) {
      refused.add(id);
      faulty.delete(file);
    }
    if (faulty.size === 0) return;
    // Somebody breaks the file of another.
    if (batch.length === 1) refused.add(batch[0]?.id ?? "");
    const rest = batch.filter(({ id }) => !refused.has(id));
    if (rest.length === batch.length && rest.length > 1) {
      check(rest.slice(0, rest.length / 2));
      check(rest.slice(rest.length / 2));
    } else check(rest);
  }
}

function withAll<T>(folder: string, batch: readonly Mutant[], work: () => T): T {
  const whole = batch.map((mutant) => {
    const path = join(folder, mutant.file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, applied(mutant, text));
    return { path, text };
  });
  try {
    return work();
  } finally {
    for (const { path, text } of whole) writeFileSync(path, text);
  }
}
