/** How much work a run was, whatever ran beside it: CPU time, put in relation to how quick this machine is. */
import { readFileSync } from "node:fs";

/** CPU time of `work` on the machine that the bound was measured on. */
const REFERENCE_MS = 200;
const TICKS_PER_SEC = 100;

/** Of this process and of all that it has waited for; undefined where the system does not say it. */
export function cpuMinutes(): number | undefined {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    // utime, stime, cutime, cstime of proc(5), after the name of the program.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SEC / 60;
  } catch {
    return undefined;
  }
}

/** How many times the reference machine's CPU time this one needs for the same; never less than one. */
export function slownessOfMachine(): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return Math.max(1, (user + system) / 1000 / REFERENCE_MS);
}

/** Of what servers and browsers do: objects made, written as text, read again and sorted. */
function work(): void {
  const rows = Array.from({ length: 2_000 }, (_, at) => ({
    id: at,
    name: `row ${(at * 7919) % 2_000}`,
    units: String(at ** 3),
  }));
  for (let count = 0; count < 120; count++)
    (JSON.parse(JSON.stringify(rows)) as typeof rows).sort((one, two) => (one.name < two.name ? -1 : 1));
}
