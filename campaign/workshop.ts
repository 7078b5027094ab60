/** A copy of the sources in which something is broken, and a cluster of its own for the tests that run in it. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../server/devnet/postgres/postgres.ts";

const SOURCES = [
  "server",
  "contract",
  "content",
  "web",
  "campaign",
  "tools",
  "package.json",
  "tsconfig.json",
  "CHANGELOG.md",
];

export type Workshop = { readonly folder: string; readonly socketDir: string };

/** Everything is gone again when the work is done, or has failed. */
export async function withWorkshop<Result>(work: (workshop: Workshop) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "parley-workshop-"));
  const dataDir = mkdtempSync(join(tmpdir(), "parley-workshop-database-"));
  try {
    for (const source of SOURCES) cpSync(source, join(folder, source), { recursive: true });
    symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    const cluster = await startPostgres({
      dataDir,
      temporary: true,
      settings: { fsync: "off", full_page_writes: "off", max_connections: "200", max_parallel_workers_per_gather: "0" },
    });
    try {
      return await work({ folder, socketDir: cluster.socketDir });
    } finally {
      await cluster.stop();
    }
  } finally {
    for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true });
  }
}

/** For the environment of a test in it: some four hundred sources are compiled once for all of them. */
export function workshopVariables({ folder, socketDir }: Workshop) {
  return {
    PARLEY_TEST_POSTGRES: socketDir,
    NODE_COMPILE_CACHE: join(folder, "compile-cache"),
    NODE_TEST_CONTEXT: undefined,
  };
}
