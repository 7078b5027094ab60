/** The signer's service with all that it holds: keys, its journal, its own connections to the database and to nodes. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Db, openDb } from "../platform/postgres/db.ts";
import { startPresence } from "../platform/presence/presence.ts";
import { withFolderLock } from "../platform/files/folder-lock.ts";
import { openLog } from "../platform/log.ts";
import { openBitcoinNode } from "../platform/outside/chains/bitcoin-node.ts";
import { openEthereumNode } from "../platform/outside/chains/ethereum-node.ts";
import type { SignerSettings } from "../platform/outside/signer/signer.ts";
import { useSealingSecret } from "../platform/sealed.ts";
import { assertOfChain } from "../platform/outside/chains/cold/account.ts";
import { openAuditHeads } from "./records/audit-heads.ts";
import { openCoverage } from "./records/coverage.ts";
import { openLedgerRecords } from "./records/ledger-record.ts";
import { readLimits } from "./proofs/limits.ts";
import { makeService, type Service } from "./service.ts";
import { openSignedJournal } from "./signing/signed/journal.ts";
import type { SigningDesk } from "./signing/payment.ts";
import { openVault } from "./vault.ts";

/** A few passwords are checked at once, each in two short transactions. */
const CONNECTIONS = 4;
/** Payments are signed in turn: none waits long for a node that hangs. */
const NODE_ANSWERS_WITHIN_MS = 10_000;

/** Open until the work is over. Two signers on one journal could each sign up to the daily cap: the second waits for the first to end. */
export async function withService(settings: SignerSettings, work: (service: Service) => Promise<void>): Promise<void> {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  await withFolderLock(
    join(settings.folder, "lock"),
    async () => {
      const log = openLog({ level: "error" });
      const db = openDb({ url: settings.databaseUrl, log, poolSize: CONNECTIONS });
      const desk = openDesk(settings, db);
      const presence = startPresence({ part: "signer", dbs: { signer: db }, log });
      useSealingSecret(desk.vault.sealingSecret());
      await work(makeService({ db, site: settings, desk, heads: openAuditHeads(settings.folder, desk.vault) }));
      await presence.stop();
      await Promise.all([desk.records.close(), db.close()]);
    },
    15_000,
  );
}

function openDesk(settings: SignerSettings, db: Db): SigningDesk {
  const { bitcoinChain, ethereumChainId, token, bitcoinUrl, ethereumUrl, cold = {} } = settings;
  assertOfChain(cold, bitcoinChain);
  const vault = openVault({ ...settings, chain: bitcoinChain });
  const journal = openSignedJournal(settings.folder);
  const nodes = {
    ...(bitcoinUrl ? { bitcoin: openBitcoinNode({ url: bitcoinUrl, timeoutMs: NODE_ANSWERS_WITHIN_MS }) } : {}),
    ...(ethereumUrl ? { ethereum: openEthereumNode({ url: ethereumUrl, timeoutMs: NODE_ANSWERS_WITHIN_MS }) } : {}),
  };
  return {
    vault,
    journal,
    records: openLedgerRecords(settings.databaseUrl),
    coverage: openCoverage({ db, journal, keys: { vault, bitcoinChain, ethereumChainId }, cold, token, nodes }),
    cold,
    bitcoinChain,
    ethereumChainId,
    token,
    ...readLimits(settings.folder),
    nowMs: () => performance.timeOrigin + performance.now(),
  };
}
