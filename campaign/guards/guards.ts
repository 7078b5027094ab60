/** The rules about money, authority and personal data of which a test is known to fail when the rule is taken away. */
import type { Guard } from "./guard.ts";
import { AUTHORITY_GUARDS } from "./lists/authority.ts";
import { BONDS_AND_CARDS_GUARDS } from "./lists/bonds-and-cards.ts";
import { CUSTODY_GUARDS } from "./lists/custody.ts";
import { DISPUTES_GUARDS } from "./lists/disputes.ts";
import { ESCROW_GUARDS } from "./lists/escrow.ts";
import { FEES_GUARDS } from "./lists/fees.ts";
import { LIGHTNING_GUARDS } from "./lists/lightning.ts";
import { HEDGING_GUARDS } from "./lists/hedging.ts";
import { MONEY_GUARDS } from "./lists/money.ts";
import { PARTNERS_GUARDS } from "./lists/partners.ts";
import { SPOT_GUARDS } from "./lists/spot.ts";
import { PERSONAL_DATA_GUARDS } from "./lists/personal-data.ts";
import { CARDS_GUARDS } from "./lists/cards.ts";
import { PROVIDERS_GUARDS } from "./lists/providers.ts";
import { RAMPS_GUARDS } from "./lists/ramps.ts";
import { STORE_GUARDS } from "./lists/store.ts";
import { SIGN_IN_GUARDS } from "./lists/sign-in.ts";
import { SIGNER_GUARDS } from "./lists/signer.ts";
import { STAFF_GUARDS } from "./lists/staff.ts";
import { VERIFICATION_GUARDS } from "./lists/verification.ts";

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
