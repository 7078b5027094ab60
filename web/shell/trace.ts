/** The timing of some visits goes to the service that the operator has a key of; we keep errors alone. */
import { reportService, sendReport } from "./report.ts";

/** One visit in two hundred. */
const TRACE_SAMPLE_RATE = 0.005;

export function traceVisit(): void {
  if (!reportService()?.key) return;
  const [chance = 0] = crypto.getRandomValues(new Uint32Array(1));
  if (chance >= TRACE_SAMPLE_RATE * 2 ** 32) return;
  addEventListener("pagehide", () => sendReport({ trace: performance.getEntriesByType("navigation")[0] }), {
    once: true,
  });
}
