/** Which sources of a workshop load a given one, directly or through others. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Of each source, by its path in the folder, what imports it. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>;

export function readImporters(folder: string): Importers {
  const importers = new Map<string, Set<string>>();
  for (const file of globSync("{server,contract,campaign,tools}/**/*.{ts,tsx}", { cwd: folder })) {
    // Types are not loaded.
    const text = readFileSync(join(folder, file), "utf8").replace(/^(?:import|export) type [^;]*;/gm, "");
    for (const [, specifier = ""] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const imported = normalize(join(dirname(file), specifier));
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
    }
  }
  return importers;
}

/** The file and all that would have to be loaded again after it changed. */
export function staleAfter(importers: Importers, file: string): string[] {
  const stale = new Set([file]);
  for (const one of stale) for (const importer of importers.get(one) ?? []) stale.add(importer);
  return [...stale];
}
