// Guards: a Bitcoin node from Debian is of a known range of versions, and of a version that was run here the same bytes.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { debianSource } from "../debian-packages.ts";
import { packageFault } from "./version.ts";

const RUN = "bitcoin-knots_29.4.knots20260508.3-1_amd64.deb";
const DIGEST = "33649ca0ff563b2276b0c13cf11e8b1f87b2a977bb3f91d86fdee569d8568cc1";

test("the version that was run is taken with its digest alone, later ones by apt's signature, others not", () => {
  assert.equal(packageFault(RUN, DIGEST), undefined);
  assert.match(String(packageFault(RUN, "0".repeat(64))), /is not the package of that version/);
  for (const name of [
    "bitcoin-knots_29.4.knots20260508.3-2_amd64.deb",
    "bitcoin-knots_29.4.knots20260508.4-1_arm64.deb",
    "bitcoin-knots_29.5.knots20260701-1_amd64.deb",
    "bitcoin-knots_30.1.knots20261001-1_amd64.deb",
  ])
    assert.equal(packageFault(name, ""), undefined, name);
  for (const name of [
    "bitcoin-knots_29.4.knots20260508.2-1_amd64.deb",
    "bitcoin-knots_29.4.knots20260507.9-1_amd64.deb",
    "bitcoin-knots_29.3.knots20260901-1_amd64.deb",
    "bitcoin-knots_28.9.knots20270101-1_amd64.deb",
  ])
    assert.match(String(packageFault(name, "")), /is older/, name);
  assert.match(String(packageFault("bitcoin-knots_31.0.knots20270101-1_amd64.deb", "")), /is newer/);
  assert.match(String(packageFault("bitcoin-knots_1_amd64.deb", "")), /names no version/);
});

test("a source of the machine's that is believed without a signature is not believed for the node", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-apt-"));
  mkdirSync(join(folder, "sources.list.d"));
  const written = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return debianSource(folder)?.text ?? "";
  };
  try {
    const list = written(
      "sources.list",
      "deb [trusted=yes arch=amd64 allow-insecure=yes] http://mirror.example/debian trixie main\n",
    );
    assert.equal(list, "deb [arch=amd64] http://mirror.example/debian sid main\n");
    const stanza = written(
      "sources.list.d/a.sources",
      "Types: deb\nURIs: http://mirror.example/debian\nSuites: trixie\nComponents: main\nTrusted: yes\nAllow-Insecure: yes\n",
    );
    assert.match(stanza, /^Suites: sid$/m);
    assert.doesNotMatch(stanza, /Trusted|Insecure/i);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
