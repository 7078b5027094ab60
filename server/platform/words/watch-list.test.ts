// Guards: names are found on the operator's list however they are written, others are not, and without a list nothing counts as
// screened.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { likeOnWatchList, useWatchList } from "./watch-list.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-watch-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const fileWith = (text: string) => {
  const path = join(folder, `${Math.abs(text.length)}-${text.charCodeAt(0)}.csv`);
  writeFileSync(path, text);
  return path;
};
const SDN = `2674,"ABBAS, Abu",individual,"SDT",-0-
7140,"GONZÁLEZ LÓPEZ, María ""La Jefa""",individual,"SDNTK",-0-
# a remark
9001,"NORTHERN TRADING CO",-0-,"DPRK",-0-
`;

test("without a list nothing is screened", () => {
  useWatchList(undefined);
  assert.equal(likeOnWatchList("Abu Abbas", 0), undefined);
});

test("a listed name is found in any order, without accents, and with a slip of a letter; others are not", () => {
  useWatchList(fileWith(SDN));
  const namesLike = (name: string) => (likeOnWatchList(name, 0) ?? []).map((one) => one.name);
  assert.deepEqual(likeOnWatchList("Abu Abbas", 0), [{ id: "2674", name: "ABBAS, Abu", percent: 100 }]);
  assert.deepEqual(namesLike("abu  ABAS"), ["ABBAS, Abu"]);
  assert.equal(namesLike("Maria Gonzalez Lopez").length, 1);
  for (const nobody of ["Ada Byron", "Abu", "Grace Hopper", "Abigail Abbot"])
    assert.deepEqual(namesLike(nobody), [], nobody);
});

test("a plain list has one name on each line, counts within a minute of its change, and stays known when it goes", () => {
  const path = fileWith("Boris Badenov\nNatasha Fatale\n");
  useWatchList(path);
  assert.equal(likeOnWatchList("Natasha Fatale", 0)?.length, 1);
  writeFileSync(path, "Fearless Leader\n");
  assert.equal(likeOnWatchList("Fearless Leader", 61_000)?.length, 1);
  rmSync(path);
  assert.equal(likeOnWatchList("Fearless Leader", 200_000)?.length, 1);
});

test("a list that is not there, or is empty, starts nothing", () => {
  assert.throws(() => useWatchList(join(folder, "nowhere")), /ENOENT/);
  assert.throws(() => useWatchList(fileWith("\n# nobody\n")), /no names/);
  useWatchList(undefined);
});
