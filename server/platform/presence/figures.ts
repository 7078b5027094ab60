/** What a process says about itself, as the table has it. A process that was taken over may have written anything: it is read by this shape. */
import { z } from "zod";
import { CARRIERS } from "../bus/bus.ts";

const MOST_LISTED = 20;
const count = z.number().int().nonnegative().max(1e9);

export const processFigures = z.object({
  /** What it leads in. */
  leads: z.array(z.enum(["worker", "chain", "market", "lightning"])).max(MOST_LISTED),
  /** Of a hundred turns of its event loop ninety-nine were late by no more. */
  loopP99Ms: count,
  pools: z
    .array(
      z.object({
        login: z.string().max(20),
        kind: z.enum(["transactions", "reads"]),
        ...{ most: count, open: count, busy: count, waiting: count, longestWaitMs: count },
      }),
    )
    .max(MOST_LISTED),
  bus: z.object({
    carrier: z.enum(CARRIERS),
    /** Null where this process listens to nothing. */
    isUp: z.boolean().nullable(),
    /** Before the row was written; null where it has missed nothing. */
    gapSec: count.nullable(),
  }),
  /** By host; null while it is not used. */
  replicas: z.array(z.object({ host: z.string().max(300), lagMs: count.nullable() })).max(MOST_LISTED),
});
export type ProcessFigures = z.infer<typeof processFigures>;
