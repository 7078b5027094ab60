/** The market that is broken into: its people have passwords, and its signer has keys and answers on a socket. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ethereumAddress, HOT, type KeyPath } from "../../server/platform/outside/chains/chain-keys.ts";
import { openVerifierAt, serveVerifier } from "../../server/platform/outside/signer/verifier-socket.ts";
import {
  type BitcoinPlan,
  type Signed,
  type SignRequest,
  SignerRefusal,
  type Verifier,
} from "../../server/platform/outside/signer/signer.ts";
import { openDb } from "../../server/platform/postgres/db.ts";
import { openCoverage } from "../../server/signer/records/coverage.ts";
import { openLedgerRecords } from "../../server/signer/records/ledger-record.ts";
import { LIMITS, OWN_LIMITS } from "../../server/signer/proofs/limits.ts";
import { NEW_ADDRESS } from "../../server/signer/addresses/new-address.ts";
import { makeService } from "../../server/signer/service.ts";
import { openSignedJournal } from "../../server/signer/signing/signed/journal.ts";
import { openVault } from "../../server/signer/vault.ts";
import { TEST_PASSWORD, testLog } from "../../server/testing/index.ts";
import { type MoneyWorld, moneyWorld } from "../world/money-world.ts";
import { COLD } from "./cold-of-stage.ts";
import { openOwnNode, type Wish } from "./own-node.ts";
import { afterTests } from "../../server/testing/after-tests.ts";

/** External addresses that belong to no user of this market. */
export const FAR = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
/** Not where anybody sends anything. */
export const ELSEWHERE = "bcrt1qpyysjzgfpyysjzgfpyysjzgfpyysjzgfrwg6xw";

export const DEPOSIT: KeyPath = { branch: 0, index: 3 };

export type Stage = MoneyWorld & {
  /** The signer's socket for the web and the workers. */
  readonly verifier: Verifier;
  /** The signer's socket for the follower of the chains, which signs payments. */
  sign(request: SignRequest): Promise<Signed>;
  /** An honest follower's handling of a reserved send-out. Returns the signer's refusal, or "signed". */
  pay(hash: string): Promise<string>;
  /** Addresses of ours: where send-outs of ether leave from, and one that deposits come to. */
  readonly hotEther: string;
  readonly depositEther: string;
  /** From the one coin that the signer's own node has. */
  planOf(wish: Wish): BitcoinPlan;
  /** The signer's own node has what is owed now, and no more than it had beside that. */
  cover(): Promise<void>;
  /** The signer's record of signatures. */
  readonly journalFolder: string;
  /** Send-outs with signed bytes. */
  readonly signed: Set<string>;
};

export async function openStage(): Promise<Stage & { fresh(): Promise<Stage> }> {
  const world = await moneyWorld();
  for (const { id } of [world.market.seller, world.market.buyer]) await givePassword(world, id);
  const folder = mkdtempSync(join(tmpdir(), "parley-break-in-"));
  afterTests(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "s");
  const socket = await serveVerifier(world.app.ports.verifier, path);
  const verifier = openVerifierAt(path);
  const records = openLedgerRecords(world.app.signerUrl);
  const db = openDb({ url: world.app.signerUrl, log: testLog, poolSize: 2 });
  afterTests(async () => {
    verifier.stop();
    await Promise.all([socket.stop(), records.close(), db.close()]);
  });
  const vault = openVault({ folder, key: undefined, chain: "regtest" });
  const { ethereum } = vault.accountKeys();
  const ours = { hotEther: ethereumAddress(ethereum, HOT), depositEther: ethereumAddress(ethereum, DEPOSIT) };
  /** With a journal of its own: the limits of a day are whole again. */
  const fresh = async (): Promise<Stage> => {
    const journalFolder = mkdtempSync(join(folder, "journal-"));
    const journal = openSignedJournal(journalFolder);
    const about = { bitcoinChain: "regtest", ethereumChainId: 31_337, token: TOKEN } as const;
    const rules = { limits: LIMITS, own: OWN_LIMITS, newAddress: NEW_ADDRESS };
    const keys = { vault, ...about };
    const own = await openOwnNode(world, keys);
    const coverage = openCoverage({ db, journal, keys, cold: COLD, token: TOKEN, nodes: { bitcoin: own.node } });
    const desk = { ...about, ...rules, cold: COLD, vault, journal, records, coverage, nowMs: Date.now };
    const service = makeService({ db, site: { origin: world.app.config.publicUrl.origin }, desk });
    const signed = new Set<string>();
    const sign = async (request: SignRequest) => {
      const answer = (await service.answer("sign", request)) as Signed;
      if (request.purpose === "send_out") signed.add(request.id);
      return answer;
    };
    const { planOf, cover } = own;
    const pay = (hash: string) => payAsAsked({ ...world, planOf, sign }, hash);
    return { ...world, ...ours, verifier, sign, signed, journalFolder, planOf, cover, pay };
  };
  return { ...(await fresh()), fresh };
}

const TOKEN = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

async function givePassword({ app }: MoneyWorld, userId: bigint): Promise<void> {
  const reference = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  await app.owner.query("update credentials set user_id = $2 where reference = $1", [reference, userId]);
}

type Paying = MoneyWorld & Pick<Stage, "planOf" | "sign">;

async function payAsAsked({ app, planOf, sign }: Paying, hash: string): Promise<string> {
  const { rows } = await app.owner.query<{ units: string; fee_units: string; destination: string }>(
    "select units, fee_units, destination from send_outs where hash = $1",
    [hash],
  );
  const [row] = rows;
  if (!row) return "no send-out";
  const plan = planOf({ units: BigInt(row.units), feeUnits: BigInt(row.fee_units), to: row.destination });
  try {
    await sign({ purpose: "send_out", id: hash, plan });
    return "signed";
  } catch (error) {
    if (error instanceof SignerRefusal) return error.code;
    throw error;
  }
}
