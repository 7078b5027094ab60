/** The rules about money, authority and personal data of which a test is known to fail when the rule is taken away. */
import type { Guard } from "./guard.ts";
import { AUTHORITY_GUARDS } from "./authority.ts";
import { BONDS_AND_CARDS_GUARDS } from "./bonds-and-cards.ts";
import { CUSTODY_GUARDS } from "./custody.ts";
import { DISPUTES_GUARDS } from "./disputes.ts";
import { ESCROW_GUARDS } from "./escrow.ts";
import { FEES_GUARDS } from "./fees.ts";
import { LIGHTNING_GUARDS } from "./lightning.ts";
import { HEDGING_GUARDS } from "./hedging.ts";
import { MONEY_GUARDS } from "./money.ts";
import { PARTNERS_GUARDS } from "./partners.ts";
import { SPOT_GUARDS } from "./spot.ts";
import { PERSONAL_DATA_GUARDS } from "./personal-data.ts";
import { CARDS_GUARDS } from "./cards.ts";
import { PROVIDERS_GUARDS } from "./providers.ts";
import { RAMPS_GUARDS } from "./ramps.ts";
import { STORE_GUARDS } from "./store.ts";
import { SIGN_IN_GUARDS } from "./sign-in.ts";
import { SIGNER_GUARDS } from "./signer.ts";
import { STAFF_GUARDS } from "./staff.ts";
import { VERIFICATION_GUARDS } from "./verification.ts";

export const GUARDS: readonly Guard[] = [
  ...MONEY_GUARDS,
  ...FEES_GUARDS,
  ...ESCROW_GUARDS,
  ...BONDS_AND_CARDS_GUARDS,
  ...PARTNERS_GUARDS,
  ...PROVIDERS_GUARDS,
  ...STORE_GUARDS,
  ...CARDS_GUARDS,
  ...HEDGING_GUARDS,
  ...LIGHTNING_GUARDS,
  ...RAMPS_GUARDS,
  ...SPOT_GUARDS,
  ...DISPUTES_GUARDS,
  ...CUSTODY_GUARDS,
  ...SIGNER_GUARDS,
  ...AUTHORITY_GUARDS,
  ...STAFF_GUARDS,
  ...VERIFICATION_GUARDS,
  ...SIGN_IN_GUARDS,
  ...PERSONAL_DATA_GUARDS,
];
