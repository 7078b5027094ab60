/** Imports the card issuer's statement of each past day, in order. */
import type { AppPorts } from "../../platform/app-ports.ts";
import { openIssuerDesk } from "./issuer.ts";
import { importRows, lastDay } from "./statement-rows.ts";

const DAY_MS = 86_400_000;
/** In one turn. */
const MOST_DAYS = 30;

/** Every day after the last one, up to yesterday; the first one names all that came before. */
export async function importStatements(app: Pick<AppPorts, "db" | "log" | "config">): Promise<void> {
  const desk = openIssuerDesk(app);
  if (!desk) return;
  const { db, log } = app;
  const issuer = desk.name;
  for (let read = 0; read < MOST_DAYS; read++) {
    const last = await db.read((tx) => lastDay(tx, issuer));
    const yesterday = dayOf(db.marketNow().getTime() - DAY_MS);
    const day = last ? dayOf(Date.parse(last) + DAY_MS) : yesterday;
    if (day > yesterday) return;
    const lines = await desk.statement(day);
    const outcome = await db.tx((tx) => importRows(tx, { issuer, day, lines }));
    if (outcome === "gap") log.error({ issuer }, "a statement of the card issuer does not follow the last one");
    if (outcome !== "accepted") return;
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
