// Guards: edits, deletions, reordering or truncation of staff acts by the database's owner, and a recomputed chain, are found
// by the heads that the signer signed; the signer signs no history twice; texts can be erased, and the erasure is visible.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readHeads } from "../../platform/files/head-file.ts";
import { auditDigest, type SignedHead } from "../../platform/outside/signer/audit-head.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { eraseStaffAct, recordStaffAct } from "../../people/audit/index.ts";
import { HEADS_OF_SIGNER, openAuditHeads } from "../../signer/records/audit-heads.ts";
import { testApp } from "../../testing/index.ts";
import { testKeys } from "../../testing/people/verifier.ts";
import { closeBatches, HEADS_FILE } from "./close-batches.ts";
import { batchRows } from "./batch-rows.ts";
import { type AuditVerdict, verifyAudit } from "./verify-audit.ts";

const app = await testApp();
const { db, dbs, owner } = app;
const dataDir = mkdtempSync(join(tmpdir(), "parley-audit-"));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const keys = testKeys();
const folder = join(dataDir, "signer");
mkdirSync(folder);
let signer = openAuditHeads(folder, keys);
const verifier = { ...app.ports.verifier, signAuditHead: async (head: SignedHead) => signer.sign(head) };
const ports = { db: dbs.worker, verifier, config: { dataDir } } as Parameters<typeof closeBatches>[0];

const note = (subject: string) =>
  db.tx((tx) => recordStaffAct(tx, { staffId: null, act: "halt.set", subject, reason: `because of ${subject}` }));
const files = { process: join(dataDir, HEADS_FILE), signer: join(folder, HEADS_OF_SIGNER) };
const outside = (which: readonly (keyof typeof files)[] = ["process", "signer"]) =>
  which.flatMap((one) => readHeads(files[one]));
const look = (tx: Tx, heads = outside()) => verifyAudit(tx, { heads, key: keys.attestationKey });

for (const batch of [["one", "two", "three"], ["four"], ["five", "six"]]) {
  for (const subject of batch) await note(subject);
  await closeBatches(ports);
}

test("what was left alone has no fault, and each act is in a batch that the signer signed", async () => {
  const verdict = await db.tx((tx) => look(tx));
  assert.deepEqual(verdict, { faults: [], acts: 6, batches: 3, unsigned: 0 });
  const batches = await db.read((tx) => batchRows(tx));
  assert.deepEqual(
    batches.map(({ acts }) => acts),
    ["3", "4", "6"],
  );
  for (const batch of batches) assert.equal(auditDigest(batch), batch.digest, "as the database computes it");
  assert.deepEqual(
    outside(["process"]).map(({ digest }) => digest),
    batches.map(({ digest }) => digest),
  );
  await closeBatches(ports);
  assert.equal((await db.read((tx) => batchRows(tx))).length, 3, "nothing new is no batch");
});

/** Done by the owner of the tables, verified, and undone. */
async function afterwards(attack: (tx: Tx) => Promise<unknown>, heads?: SignedHead[]): Promise<AuditVerdict> {
  let verdict: AuditVerdict | undefined;
  const back = new Error("taken back");
  await db
    .tx(async (tx) => {
      await tx.rows`alter table staff_acts disable trigger user`;
      await attack(tx);
      verdict = await look(tx, heads);
      throw back;
    })
    .catch((error: unknown) => {
      if (error !== back) throw error;
    });
  assert.ok(verdict);
  return verdict;
}

/** Everything that can be computed from the rows, anew: links, and batches with their digests. */
async function computedAnew(tx: Tx): Promise<void> {
  await tx.rows`
    do $$
    declare
      one  staff_acts;
      last bytea := decode(repeat('00', 32), 'hex');
    begin
      update staff_acts
      set subject_commitment = act_commitment(salt, 'subject', subject), reason_commitment = act_commitment(salt, 'reason', reason)
      where salt is not null;
      for one in select * from staff_acts order by id loop
        update staff_acts
        set previous = last,
            digest = staff_act_link(one.staff_id, one.act, one.subject_commitment, one.reason_commitment, one.at, last)
        where id = one.id
        returning digest into last;
      end loop;
    end $$`;
  await tx.rows`
    do $$
    declare
      one  audit_batches;
      last bytea := decode(repeat('00', 32), 'hex');
    begin
      for one in select * from audit_batches order by number loop
        update audit_batches batch
        set previous = last, chain = act.digest, acts = counted.acts,
            digest = audit_digest(one.number, counted.acts, one.last_act, act.digest, last)
        from staff_acts act, (select count(*) as acts from staff_acts where id <= one.last_act) counted
        where batch.number = one.number and act.id = one.last_act
        returning batch.digest into last;
      end loop;
    end $$`;
}

const idOf = (subject: string) =>
  owner.query("select id from staff_acts where subject = $1", [subject]).then(({ rows }) => rows[0].id as string);
const [two, three, five, six] = [await idOf("two"), await idOf("three"), await idOf("five"), await idOf("six")];

test("without a head outside there is nothing to compare with, whatever key the settings name", async () => {
  const { faults } = await app.db.read((tx) => verifyAudit(tx, { heads: [], key: keys.attestationKey }));
  assert.ok(faults.some((fault) => fault.includes("no head is stored outside")));
});

const ATTACKS: Readonly<Record<string, { by: (tx: Tx) => Promise<unknown>; says: RegExp; heads?: SignedHead[] }>> = {
  "words that were edited": {
    by: (tx) => tx.rows`update staff_acts set reason = 'another' where id = ${two}`,
    says: new RegExp(`^act ${two}: its words`),
  },
  "words that were edited and sealed again": {
    by: (tx) => tx.rows`
      update staff_acts
      set reason = 'another', reason_commitment = act_commitment(salt, 'reason', 'another')
      where id = ${two}`,
    says: new RegExp(`^act ${two}: it does not follow`),
  },
  "an edit after which everything was computed anew": {
    by: async (tx) => {
      await tx.rows`update staff_acts set reason = 'another' where id = ${two}`;
      await computedAnew(tx);
    },
    says: /^batch 1: the signer has not signed it/,
  },
  "an edit, computed anew, where no head is stored outside": {
    by: async (tx) => {
      await tx.rows`update staff_acts set act = 'halt.lift' where id = ${five}`;
      await computedAnew(tx);
    },
    says: /^batch 3: the signer has not signed it/,
    heads: [],
  },
  "who did it, and when": {
    by: (tx) => tx.rows`update staff_acts set at = at - interval '1 day' where id = ${five}`,
    says: new RegExp(`^act ${five}: it does not follow`),
  },
  "an act that was taken out": {
    by: (tx) => tx.rows`delete from staff_acts where id = ${two}`,
    says: new RegExp(`^act ${three}: it does not follow`),
  },
  "an act that was taken out, and everything computed anew": {
    by: async (tx) => {
      await tx.rows`delete from staff_acts where id = ${two}`;
      await computedAnew(tx);
    },
    says: /^batch 1: the signer has not signed it/,
  },
  "two acts whose order was turned": {
    by: (tx) => tx.rows`
      update staff_acts mine
      set act = other.act, subject = other.subject, reason = other.reason, at = other.at, salt = other.salt,
          subject_commitment = other.subject_commitment, reason_commitment = other.reason_commitment
      from staff_acts other
      where (mine.id, other.id) in ((${two}, ${three}), (${three}, ${two}))`,
    says: new RegExp(`^act ${two}: it does not follow`),
  },
  "an end that was cut off, acts and batches": {
    by: async (tx) => {
      await tx.rows`delete from audit_batches where number = 3`;
      await tx.rows`delete from staff_acts where id in (${five}, ${six})`;
    },
    says: /^batch 3 is gone: its head is stored outside/,
  },
  "an end that was cut off, and the file of the process with it": {
    by: async (tx) => {
      await tx.rows`delete from audit_batches where number = 3`;
      await tx.rows`delete from staff_acts where id in (${five}, ${six})`;
    },
    says: /^batch 3 is gone: its head is stored outside/,
    heads: [...outside(["process"]).slice(0, 2), ...outside(["signer"])],
  },
  "a batch that was taken out of the middle": {
    by: (tx) => tx.rows`delete from audit_batches where number = 2`,
    says: /^batch 3: (it does not follow|its number is not the next)/,
  },
  "a signature by another key": {
    by: (tx) => tx.rows`update audit_batches set signature = ${testKeys().attest("x")} where number = 2`,
    says: /^batch 2: the signer has not signed it/,
  },
  "words that are gone without an act that says so": {
    by: (tx) => tx.rows`update staff_acts set subject = '', reason = '', salt = null where id = ${two}`,
    says: new RegExp(`^act ${two}: its words are gone, and no act`),
  },
  "a file outside whose head was changed": {
    by: async () => undefined,
    says: /^head 2 outside the database is not one of the signer's/,
    heads: outside().map((head) => (head.number === "2" ? { ...head, acts: "3" } : head)),
  },
  "a file outside that was signed with another key": {
    by: async () => undefined,
    says: /^head 1 outside the database is not one of the signer's/,
    heads: outside().map((head) => ({ ...head, key: testKeys().attestationKey })),
  },
};

for (const [what, { by, says, heads }] of Object.entries(ATTACKS))
  test(`${what} is found`, async () => {
    const { faults } = await afterwards(by, heads);
    assert.ok(
      faults.some((fault) => says.test(fault)),
      JSON.stringify(faults),
    );
  });

test("the signer signs no history that was written anew, and no end that was cut off", async () => {
  const [first, second, third] = await db.read((tx) => batchRows(tx));
  assert.ok(first && second && third);
  const anew = (head: typeof third, changed: Partial<typeof third>) => {
    const next = { ...head, ...changed };
    return { ...next, digest: auditDigest(next) };
  };
  const refused = { code: "signer.audit" };
  assert.throws(() => signer.sign(anew(third, { chain: first.chain })), refused, "another third one");
  assert.throws(() => signer.sign(anew(second, { acts: "5" })), refused, "another second one");
  assert.throws(
    () => signer.sign(anew(third, { number: "4", previous: second.digest })),
    refused,
    "over the second one",
  );
  assert.throws(() => signer.sign(anew(third, { number: "5", previous: third.digest })), refused, "the next but one");
  assert.throws(() => signer.sign({ ...third, acts: "9" }), refused, "a digest of something else");
  assert.equal(signer.sign(third).signature, third.signature, "the same again is the same");
  signer = openAuditHeads(folder, keys);
  assert.throws(() => signer.sign(anew(third, { chain: first.chain })), refused, "also after it was started again");
  const next = anew(third, {
    number: "4",
    previous: third.digest,
    acts: "7",
    lastAct: String(BigInt(third.lastAct) + 1n),
  });
  assert.throws(() => signer.sign(anew(next, { acts: "6" })), refused, "no more acts");
  assert.throws(() => signer.sign(anew(next, { lastAct: third.lastAct })), refused, "no later act");
});

test("a head that the signer has signed is written down once, whatever ends between", async () => {
  await note("seven");
  await assert.rejects(
    closeBatches({ ...ports, verifier: { ...verifier, signAuditHead: async () => Promise.reject(new Error("gone")) } }),
    /gone/,
  );
  const [open] = await db.read((tx) => batchRows(tx, { unsigned: true }));
  assert.equal(open?.number, "4");
  assert.equal((await db.tx((tx) => look(tx))).unsigned, 1);
  await closeBatches(ports);
  await owner.query("update audit_batches set signature = null where number = 4");
  await closeBatches(ports);
  const numbers = readHeads(files.process).map(({ number }) => number);
  assert.deepEqual(numbers, ["1", "2", "3", "4"]);
  writeFileSync(files.process, '{"number":"5","ac', { flag: "a" });
  await note("eight");
  await closeBatches(ports);
  assert.deepEqual(
    readHeads(files.process).map(({ number }) => number),
    ["1", "2", "3", "4", "5"],
    "half a line is none",
  );
});

test("words are erased by the operator alone, the chain stays whole, and an act says that it was done", async () => {
  assert.equal(await db.tx((tx) => eraseStaffAct(tx, { id: BigInt(two), reason: "the account was closed" })), true);
  assert.equal(await db.tx((tx) => eraseStaffAct(tx, { id: BigInt(two), reason: "again" })), false);
  const { rows } = await owner.query("select subject, reason, salt from staff_acts where id = $1", [two]);
  assert.deepEqual(rows, [{ subject: "", reason: "", salt: null }]);
  await closeBatches(ports);
  assert.deepEqual((await db.tx((tx) => look(tx))).faults, []);
  await assert.rejects(
    db.tx((tx) => tx.rows`update staff_acts set reason = 'other words' where id = ${three}`),
    /append-only/,
  );
  await assert.rejects(
    db.tx((tx) => tx.rows`delete from staff_acts where id = ${three}`),
    /append-only/,
  );
  for (const [name, one] of Object.entries(dbs))
    await assert.rejects(
      one.tx((tx) => tx.rows`select erase_staff_act(${three}, 'x', ${tx.now})`),
      /permission denied/,
      name,
    );
});
