/** The databases of a workshop: one that was built while every guard was in place, and what tests copy while one is not. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { ownDatabase } from "../../server/devnet/own-roles.ts";
import { withClient } from "../../server/platform/postgres/logins.ts";
import type { Workshop } from "../workshop.ts";

const WHOLE = "with_every_guard";

export async function buildWhole(workshop: Workshop): Promise<void> {
  await migrate(workshop, WHOLE);
}

/** `fault` is what PostgreSQL says against the SQL file; undefined when the file can be used. */
export type Changed = { readonly fault: string | undefined; drop(): Promise<void> };

/** Makes what tests copy from the SQL files of the workshop as they are now; the given one was changed since they were whole. */
export async function makeChanged(workshop: Workshop, file: string): Promise<Changed> {
  const testing = await ofWorkshop<typeof import("../../server/testing/database.ts")>(
    workshop,
    "server/testing/database.ts",
  );
  const name = testing.templateName();
  const drop = () => asAdmin(workshop, "postgres", `drop database if exists ${name} with (force)`);
  await drop();
  return { fault: await faultOf(() => make(workshop, file, name)), drop };
}

/**
 * A build does not read the bodies of functions: a function is created once more with its body checked, so that a piece of SQL cut
 * in two is not taken for a missing rule.
 */
async function make(workshop: Workshop, file: string, name: string): Promise<void> {
  const isFunction = file.includes("/database/functions/");
  if (isFunction) await asAdmin(workshop, "postgres", `create database ${name} template ${WHOLE}`);
  await migrate(workshop, name);
  if (isFunction) await asAdmin(workshop, name, readFileSync(join(workshop.folder, file), "utf8"));
}

async function faultOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    if (cause instanceof pg.DatabaseError) return cause.message;
    throw error;
  }
}

async function migrate(workshop: Workshop, name: string): Promise<void> {
  const platform = await ofWorkshop<typeof import("../../server/platform/postgres/migrate.ts")>(
    workshop,
    "server/platform/postgres/migrate.ts",
  );
  await platform.migrate(await ownDatabase(adminUrl(workshop), { name }));
}

/** Not this process's own module: it reads the files beside it. */
const ofWorkshop = <Module>({ folder }: Workshop, path: string): Promise<Module> => import(join(folder, path));

async function asAdmin(workshop: Workshop, name: string, text: string): Promise<void> {
  await withClient(adminUrl(workshop)(name), (admin) => admin.query(text));
}

const adminUrl =
  ({ socketDir }: Workshop) =>
  (name: string) =>
    `postgres://parley@/${name}?host=${encodeURIComponent(socketDir)}`;
