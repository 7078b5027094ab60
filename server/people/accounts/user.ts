/** The user as the server knows them, and the rules about names and bios: pure. */
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import type { NameVisibility } from "#contract/people/name-visibility.ts";
import type { FieldFault } from "#contract/platform/errors/refusals.ts";
import { letters } from "#contract/platform/letters.ts";
import { textOf } from "../../platform/texts.ts";
import { holdsContactDetails } from "../../platform/words/contact-details.ts";

/** As settings have it. */
export type BioLimits = { readonly letters: number; readonly words: number; readonly lines: number };
export const MIN_AGE_YEARS = 18;

/** What is wrong with it. */
export function bioFault(bio: string, most: BioLimits): FieldFault | undefined {
  if ([...bio].length > most.letters) return { code: "bio_max", field: "bio", context: { maxChars: most.letters } };
  if (holdsContactDetails(bio, { strict: true })) {
    return { code: "bio_contact_error", field: "bio" };
  }
  const words = bio.split(/\s+/).filter(Boolean).length;
  if (words > most.words || bio.split("\n").length > most.lines) {
    return { code: "bio_limit", field: "bio", context: { maxWords: most.words, maxLines: most.lines } };
  }
  return undefined;
}

/** What is wrong with the minutes between two emails about messages, as they were typed. */
export function intervalFault(minutes: string, most: number): FieldFault | undefined {
  const field = "notify_trade_messages_interval";
  if (!/^[0-9]+$/.test(minutes)) return { code: "notification_digits_error", field };
  const isOver = Number(minutes) < 1 || Number(minutes) > most;
  return isOver ? { code: "notification_error", field, context: { maxMinutes: most } } : undefined;
}

/** Whether a user born on this day ("2001-05-30") is of age on that date. */
export function isOfAge(birthDate: string, now: Date): boolean {
  const born = new Date(`${birthDate}T00:00:00Z`);
  const grown = new Date(born);
  grown.setUTCFullYear(born.getUTCFullYear() + MIN_AGE_YEARS);
  return born.getUTCFullYear() > 1900 && grown.getTime() <= now.getTime();
}

type Name = { readonly firstName: string; readonly lastName: string; readonly visibility: NameVisibility };
/** The reader of a name: trusted by its owner; with a completed or open trade between both. */
export type NameReader = { readonly isSignedIn: boolean; readonly isTrusted: boolean; readonly isPartner: boolean };

/** The name as its owner lets this reader see it; null where they do not. */
export function shownName({ firstName, lastName, visibility }: Name, reader: NameReader): string | null {
  if (visibility === "first_name_initial") {
    return reader.isSignedIn ? `${firstName} ${[...letters(lastName)][0] ?? ""}.` : null;
  }
  return isNamedTo(visibility, reader) ? `${firstName} ${lastName}` : null;
}

function isNamedTo(visibility: NameVisibility, { isSignedIn, isTrusted, isPartner }: NameReader): boolean {
  if (visibility === "everyone") return true;
  if (visibility === "full_name") return isSignedIn;
  if (visibility === "trusted") return isTrusted;
  return visibility === "trusted_and_partners" && (isTrusted || isPartner);
}

const MINUTE = 60_000;

export type LastSeen = { text: string; level: "success" | "warning" | "default"; at: string; isOnline: boolean };

/** Online under a minute, then minutes, hours, days or weeks ago, and Online again from 12 weeks on; in words of the language. */
export function lastSeenOf(at: Date, now: Date, locale: Locale = DEFAULT_LOCALE): LastSeen {
  const agoMs = Math.max(0, now.getTime() - at.getTime());
  const level = agoMs <= 30 * MINUTE ? "success" : agoMs <= 180 * MINUTE ? "warning" : "default";
  return { text: lastSeenText(agoMs, locale), level, at: at.toISOString(), isOnline: agoMs < 5 * MINUTE };
}

function lastSeenText(agoMs: number, locale: Locale): string {
  const steps: [number, Intl.RelativeTimeFormatUnit][] = [
    [7 * 24 * 60, "week"],
    [24 * 60, "day"],
    [60, "hour"],
    [1, "minute"],
  ];
  const minutes = Math.floor(agoMs / MINUTE);
  const hit = steps.find(([size]) => minutes >= size);
  if (!hit || minutes >= 12 * 7 * 24 * 60) return textOf("people.online", locale);
  return agoIn(locale).format(-Math.floor(minutes / hit[0]), hit[1]);
}

/** Making one takes as long as a hundred texts of it. Numbers are in Latin digits in every language. */
const agoByLocale = new Map<string, Intl.RelativeTimeFormat>();
function agoIn(locale: string): Intl.RelativeTimeFormat {
  const known = agoByLocale.get(locale) ?? new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: "always" });
  agoByLocale.set(locale, known);
  return known;
}
