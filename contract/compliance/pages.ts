/** The pages of compliance: the props of their screens, which travel in the document, and their addresses. */
import { definePage } from "../define-page.ts";
import type { CorporateAccount } from "./companies.ts";
import type { LevelsInfo } from "./levels.ts";
import type { OwnRestriction } from "./restrictions.ts";
import type { IdDocument } from "./verification/names.ts";
import type { VerificationStanding } from "./verification/verification.ts";
import type { CurrentUser } from "../people/accounts.ts";
import type { MissingVerification, WalletBlock } from "../products/wallet/blocks.ts";

export type VerificationPageProps = {
  standings: VerificationStanding[];
  /** Why the reader's wallet is blocked. */
  blockReasons: readonly WalletBlock[];
  /** The remedies of ID_REQUIRED. */
  missingVerification: readonly MissingVerification[];
  isCorporate: boolean;
  /** With the documents of identity that are accepted, and whether people of it do nothing without one. */
  countries: { iso3: string; name: string; documents: readonly IdDocument[]; isRequired: boolean }[];
  /** The country that most likely issued the reader's documents. */
  documentCountry: string;
  firstName: string;
  lastName: string;
  name: Pick<NamePageProps, "state" | "isOpen">;
};

export type NamePageProps = {
  /** Of the name and birth date. */
  state: CurrentUser["verification"]["fullnameBirthday"];
  /** They are missing, or may be corrected. */
  isOpen: boolean;
  /** Given once already: then the country stays. */
  isNamed: boolean;
  firstName: string;
  lastName: string;
  countries: { iso: string; name: string; isClosed: boolean }[];
  /** The likeliest; null where nothing is known. */
  countryIso: string | null;
  /** A path of ours to go to afterwards. */
  next: string | null;
};

export type CompanyPageProps = Pick<VerificationPageProps, "countries" | "documentCountry"> & {
  account: CorporateAccount;
  /** Of the company. */
  standing: VerificationStanding;
  /** Its representative is verified. */
  isIdVerified: boolean;
};

/** Unused is what the reader may still trade, in their own currency; a volume of null is no limit. */
export type LevelPageProps = { info: LevelsInfo; unused: { volume: string | null; fiat: string } };

export type RecoveredAccountProps = { holdHours: number };

/** Null where nobody is signed in, or nobody recovers their account. */
export type StopRecoveryProps = { waitsUntil: string | null };

export type OwnRestrictionsProps = { restrictions: OwnRestriction[] };

export const COMPLIANCE_PAGES = {
  "account-verification": definePage<VerificationPageProps>()({
    kycVerification: "/account/verification",
    kycVerificationOf: "/account/verification#:kind",
  }),
  "account-name": definePage<NamePageProps>()({ accountName: "/account/verification/name" }),
  "account-company": definePage<CompanyPageProps>()({ accountCompany: "/account/company" }),
  "account-level": definePage<LevelPageProps>()({ accountLevel: "/account/level" }),
  "account-restrictions": definePage<OwnRestrictionsProps>()({ accountRestrictions: "/account/restrictions" }),
  "recover-account": definePage<Record<string, never>>()({ recoverAccount: "/recover-account" }),
  "recovered-account": definePage<RecoveredAccountProps>()({ recoveredAccount: "/recovered-account" }),
  "stop-recovery": definePage<StopRecoveryProps>()({ stopRecovery: "/stop-recovery" }),
};
