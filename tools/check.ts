/** npm run check: types, lint and the rules of this repository, without starting anything. */
import { spawnSync } from "node:child_process";

const STEPS: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ["types of server and contract", "tsc", ["-p", "tsconfig.json"]],
  ["types of the web", "tsc", ["-p", "web/tsconfig.json"]],
  ["format and lint", "biome", ["check", "--error-on-warnings", "."]],
  ["files, exports and dependencies that nothing uses", "knip", ["--no-progress", "--no-config-hints"]],
];

let failed = 0;
for (const [name, command, args] of STEPS) {
  process.stdout.write(`· ${name}\n`);
  const { status } = spawnSync(`node_modules/.bin/${command}`, args, {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) failed += 1;
}
process.stdout.write("· rules of this repository\n");
if (spawnSync(process.execPath, ["--test", "tidy.test.ts"], { stdio: "inherit" }).status !== 0) failed += 1;
process.exit(failed === 0 ? 0 : 1);
