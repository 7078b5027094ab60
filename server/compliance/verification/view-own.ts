/** Documents as their owner sees them. */
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { OwnVerification, VerificationStanding } from "#contract/compliance/verification/verification.ts";
import type * as calls from "#contract/compliance/verification/verification.ts";
import { sidesOf } from "#contract/compliance/verification/names.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { countryByIso } from "../../reference/catalog/index.ts";
import { openDetails } from "./details.ts";
import * as rows from "./rows.ts";

/** Each kind, also one that nobody has started. */
export async function viewStandings(tx: ReadTx, userId: bigint): Promise<VerificationStanding[]> {
  const [standings, latest] = await Promise.all([rows.standingsOf(tx, userId), rows.latestOf(tx, userId)]);
  return standings.map(({ kind, is_verified, is_forced, tries_left, expires_on }) => {
    const last = latest.find((row) => row.kind === kind);
    return {
      kind,
      isVerified: is_verified,
      isForced: is_forced,
      triesLeft: tries_left,
      expiresOn: expires_on,
      latest: last ? ownView(last) : null,
    };
  });
}

/** Refuses verification.unknown, also of another user's. */
export async function viewOwn(tx: ReadTx, asked: { reference: string; userId: bigint }): Promise<OwnVerification> {
  const row = await rows.ownByReference(tx, asked);
  if (!row) throw new Refusal("verification.unknown");
  return ownView(row);
}

/** The country of an account that has shown nothing is its own. */
export async function documentCountry(
  tx: ReadTx,
  { userId, countryIso }: { userId: bigint; countryIso: string },
): Promise<ReplyOf<typeof calls.documentCountry>> {
  const country = countryByIso((await rows.latestCountry(tx, userId)) ?? countryIso);
  if (!country) throw new Error(`user ${userId} has a country that is none: ${countryIso}`);
  return { iso3: country.iso3, iso: country.iso };
}

export type VerifiedAddress = {
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly city: string;
  readonly region?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly country: string;
};

/** Of the proof of address that stands; undefined without one. */
export async function verifiedAddress(tx: ReadTx, userId: bigint): Promise<VerifiedAddress | undefined> {
  const row = await rows.standingAddress(tx, userId);
  const country = row && countryByIso(row.country_iso3);
  if (!row || !country) return undefined;
  const details = openDetails(row.details_sealed, row.reference);
  const { address_line_1: line1 = "", address_line_2: line2, city_name: city = "" } = details;
  return { line1, line2, city, region: details.region_name, postal_code: details.zip_code, country: country.iso };
}

const SHOWN_AS = { pending: "pending", approved: "approved", rejected: "rejected" } as const;

function ownView(row: rows.VerificationRow): OwnVerification {
  const sides = sidesOf(row.kind, row.document_type);
  const status = row.status in SHOWN_AS ? SHOWN_AS[row.status as keyof typeof SHOWN_AS] : "uploaded";
  return {
    verificationReference: row.reference,
    kind: row.kind,
    status: row.status,
    countryIso3: row.country_iso3,
    documentType: row.document_type,
    sides: [...sides],
    pictures: sides
      .filter((side) => row.sides.includes(side))
      .map((side) => ({
        side,
        status: row.corrupted.includes(side) ? "corrupted" : status,
        pages: row.papers[side] ?? null,
      })),
    rejectReasons: row.reasons,
    startedAt: row.started_at.toISOString(),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    expiresOn: row.expires_on,
  };
}
