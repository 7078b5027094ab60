// Guards: addresses are of the countries that the database on this machine says, and hide where the operator's list says so.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";
import { countryOf, isAnonymizer, usePlaces } from "./places.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-places-"));
after(() => rmSync(folder, { recursive: true }));
const NOTHING = { placesFile: undefined, anonymizersFile: undefined };
afterEach(() => usePlaces(NOTHING));

function listed(text: string, changed = 1): string {
  const file = join(folder, "list");
  writeFileSync(file, text);
  utimesSync(file, changed, changed);
  return file;
}

test("an address is of its country, however it is written, and one of no country of none", () => {
  for (const [ip, country] of [
    ["41.58.0.1", "NG"],
    ["154.160.0.1", "GH"],
    ["81.2.69.142", "GB"],
    ["::ffff:41.90.0.1", "KE"],
    ["2804::1", "BR"],
    ["2a02:6b8::1", "RU"],
  ] as const)
    assert.equal(countryOf(ip), country, ip);
  for (const ip of ["127.0.0.1", "10.1.2.3", "::1", "fe80::1%eth0", "198.51.100.7", "", "nonsense", "999.1.1.1"])
    assert.equal(countryOf(ip), undefined, ip);
});

test("addresses and ranges of the list hide, of both families, and nobody does without a list", () => {
  assert.equal(isAnonymizer("185.220.101.4", 0), false);
  const anonymizersFile = listed("# Tor\n185.220.101.0/24\r\n\n 198.96.155.3 # one\n2a0b:f4c2::/40\n");
  usePlaces({ ...NOTHING, anonymizersFile });
  for (const ip of ["185.220.101.4", "::ffff:185.220.101.4", "198.96.155.3", "2a0b:f4c2::7"])
    assert.equal(isAnonymizer(ip, 0), true, ip);
  for (const ip of ["185.220.102.4", "198.96.155.4", "2a0b:f5c2::7", "", "nonsense"])
    assert.equal(isAnonymizer(ip, 0), false, ip);
});

test("a list that has changed counts within a minute, and one that went bad leaves what was known", () => {
  const anonymizersFile = listed("192.0.2.7");
  usePlaces({ ...NOTHING, anonymizersFile });
  assert.equal(isAnonymizer("192.0.2.8", 0), false);
  listed("192.0.2.8", 2);
  assert.equal(isAnonymizer("192.0.2.8", 60_001), true);
  listed("no address", 3);
  assert.equal(isAnonymizer("192.0.2.8", 120_002), true);
  rmSync(anonymizersFile);
  assert.equal(isAnonymizer("192.0.2.8", 180_003), true);
});

test("a start says what is wrong with a file that it is given", () => {
  const anonymizersFile = listed("192.0.2.7\nthe other one");
  assert.throws(() => usePlaces({ ...NOTHING, anonymizersFile }), /line 2 .*the other one/);
  assert.throws(() => usePlaces({ ...NOTHING, placesFile: anonymizersFile }));
});
