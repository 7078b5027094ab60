/** The traders of the demo market: 320 robots, drawn from one seed. Pure. */
import { TOUR_ROBOT } from "#contract/demo/demo.ts";
import type { UserSummary } from "#contract/people/accounts.ts";
import { type Manner, makeBio } from "./bios.ts";
import type { Draw } from "./draw.ts";
import { firstNames, HANDLE_WORDS, lastNames } from "./names.ts";
import { PLACES, type Place } from "./places.ts";

export type TraderPlan = {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly place: Place;
  readonly bio: string;
  readonly manner: Manner;
  readonly badge: UserSummary["badge"];
  readonly joinedDaysAgo: number;
  /** How many offers; the most that the badge allows is not reached. */
  readonly offers: number;
};

/** Known by name in the tour: they are first in the list of traders. */
const KNOWN: readonly { username: string; manner: Manner }[] = [
  { username: "QuickQuinn", manner: "honest" },
  { username: TOUR_ROBOT, manner: "honest" },
  { username: "SlowSam", manner: "slow" },
  { username: "SlowSelma", manner: "slow" },
  { username: "PatientPavel", manner: "slow" },
  { username: "DisputeDora", manner: "disputes" },
  { username: "DisputeDmitri", manner: "disputes" },
];

const KNOWN_NAMES = new Set(KNOWN.map(({ username }) => username));

/** Those whom the tour names are there at any hour. */
export function isKnownByName(username: string): boolean {
  return KNOWN_NAMES.has(username);
}

/** A newcomer meets the honest traders first; a trader who opens disputes has no badge. */
function badgeOf(known: { manner: Manner } | undefined, drawn: UserSummary["badge"]): UserSummary["badge"] {
  if (!known) return drawn;
  return known.manner === "honest" ? "expert_trader" : "no_badge";
}

export function planTraders(draw: Draw): TraderPlan[] {
  const names = new Set(KNOWN.map(({ username }) => username.toLowerCase()));
  const bios = new Set<string>();
  const places = PLACES.flatMap((place) => Array.from({ length: place.traders }, () => place));
  return places.map((place, index) => {
    const known = KNOWN[index];
    const manner = known?.manner ?? "honest";
    const firstName = draw.pick(firstNames(place.names));
    const lastName = draw.pick(lastNames(place.names));
    const username = known?.username ?? freeHandle(draw, { firstName, lastName, city: place.city }, names);
    const drawnBadge = draw.weighted<UserSummary["badge"]>({
      no_badge: 70,
      vendor: 10,
      power_trader: 10,
      expert_trader: 6,
      ambassador: 4,
    } as Record<UserSummary["badge"], number>);
    const badge = badgeOf(known, drawnBadge);
    return {
      username,
      email: `${username.toLowerCase()}@robots.parley.invalid`,
      firstName,
      lastName,
      birthDate: `${draw.between(1962, 2002)}-${two(draw.between(1, 12))}-${two(draw.between(1, 28))}`,
      place,
      bio: makeBio(draw, { place, manner }, bios),
      manner,
      badge,
      joinedDaysAgo: draw.between(190, 1400),
      offers: badge === "expert_trader" || badge === "power_trader" ? draw.between(22, 34) : draw.between(12, 19),
    };
  });
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** Letters and digits of a name, a word of the trade, a number when needed; 3 to 20 characters. */
function freeHandle(
  draw: Draw,
  { firstName, lastName, city }: { firstName: string; lastName: string; city: string },
  taken: Set<string>,
): string {
  const plain = (text: string) =>
    text
      .replaceAll("ı", "i")
      .normalize("NFKD")
      .replace(/[^A-Za-z]/g, "");
  const [first, last, town] = [plain(firstName), plain(lastName), plain(city)];
  for (;;) {
    const word = draw.pick(HANDLE_WORDS);
    const shapes = [
      `${first}${last}`,
      `${first}_${last.slice(0, 1)}${draw.between(2, 98)}`,
      `${first}${word}`,
      `${town}_${word}`,
      `${first.toLowerCase()}${draw.between(60, 99)}`,
      `${word}_${last.toLowerCase()}`,
      `${last}-${word}`,
    ];
    const handle = draw.pick(shapes).slice(0, 20);
    if (handle.length < 4 || taken.has(handle.toLowerCase())) continue;
    taken.add(handle.toLowerCase());
    return handle;
  }
}
