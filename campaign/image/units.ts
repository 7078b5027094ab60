/** The systemd units of docs/operating.md, and whether systemd reads them: every line is known, and the programs are there. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "./run-tool.ts";

/** That of one process, and that of the signer. */
export function unitsOfDocs(): { readonly unit: string; readonly signer: string } {
  const page = readFileSync("docs/operating.md", "utf8");
  const blocks = [...page.matchAll(/```ini\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  const unit = blocks.find((text) => text.includes("[Unit]"));
  const replaced = blocks.find((text) => text.includes("signer.env"));
  const added = blocks.find((text) => text.startsWith("IPAddressDeny"));
  assert.ok(unit && replaced && added, "docs/operating.md no longer has the units in the form that this reads");
  const lines = replaced.trim().split("\n");
  const keys = lines.map((line) => line.slice(0, line.indexOf("=") + 1));
  const signer = unit
    .split("\n")
    .filter((line) => !keys.some((key) => line.startsWith(key)))
    .join("\n")
    .replace("[Service]\n", `[Service]\n${lines.join("\n")}\n${added}`);
  return { unit, signer };
}

export function verifyUnits(folder: string, say: (text: string) => void): void {
  const { unit, signer } = unitsOfDocs();
  const place = join(folder, "units");
  mkdirSync(place);
  const here = (text: string) => text.replaceAll("/opt/parley", process.cwd());
  writeFileSync(join(place, "parley.service"), here(unit));
  writeFileSync(join(place, "parley-signer.service"), here(signer));
  for (const name of ["parley.service", "parley-signer.service"]) {
    // Unknown lines are warnings, which leave the exit code at 0 in older versions.
    const said = runTool("sh", ["-c", `systemd-analyze verify --man=no ${join(place, name)} 2>&1`]);
    assert.doesNotMatch(said, new RegExp(name), said);
  }
  say("systemd accepts the units of docs/operating.md");
}
