/** Job: the demo plays its operator, and brings coins back from its cold account where they are waited for. */
import type { AppPorts } from "../../platform/app-ports.ts";
import { readAttestationKey } from "../../platform/outside/signer/attestation.ts";
import {
  type CoinStanding,
  CustodyFault,
  custodyStatus,
  takeSignedRefill,
  writeRefill,
} from "../../money/custody/index.ts";
import { findColdWallet } from "./cold-keys.ts";

/** By the same way as an operator: what is written, what is signed elsewhere, what is handed back. */
export async function refillFloat({ db, config, log, verifier }: AppPorts): Promise<void> {
  const wallet = config.demo ? findColdWallet(config) : undefined;
  if (!wallet) return;
  const ours = Object.values(wallet.account);
  const wanting = (await db.read(custodyStatus)).filter(
    (standing) => ours.includes(standing.coldAccount ?? "") && isWanting(standing),
  );
  for (const { currency } of wanting) {
    const key = readAttestationKey(await verifier.attestationKey());
    try {
      const written = await db.tx((tx) => writeRefill(tx, { currency, key }));
      const sign = currency === "BTC" ? wallet.signPsbt : wallet.signTransaction;
      const signed = await sign(written.unsigned);
      await db.tx((tx) => takeSignedRefill(tx, signed));
    } catch (error) {
      if (!(error instanceof CustodyFault)) throw error;
      log.warn({ currency, why: error.message }, "the demo's cold account gives nothing back");
    }
  }
}

/** Something waits for it, or half of what may be hot has gone; and nothing is on its way. */
function isWanting({ hotUnits, waitingUnits, limitUnits, missingUnits, underWay }: CoinStanding): boolean {
  const isComing = underWay.some(({ fault }) => fault === null);
  return !isComing && missingUnits > 0n && (waitingUnits > hotUnits || hotUnits * 2n < limitUnits);
}
