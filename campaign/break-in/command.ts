/** npm run campaign -- break-in: every attempt, and the table of what left. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Sets the exit code: 1 if a passive user lost something, or more left than is stated. */
export async function breakIn(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "parley-table-"));
  const table = join(folder, "table.txt");
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--test", "--test-reporter=dot", "campaign/break-in/break-in.test.ts"],
    {
      env: { ...process.env, BREAK_IN_TABLE: table, NODE_TEST_CONTEXT: undefined },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  const code = await new Promise<number>((done) => child.once("close", (ended) => done(ended ?? 1)));
  if (existsSync(table)) process.stdout.write(`${readFileSync(table, "utf8")}\n`);
  if (code !== 0) process.stdout.write(`\n${said}\n`);
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code;
}
