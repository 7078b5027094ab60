// Guards: names, ages, bios and "last seen" follow their rules at each boundary.
import assert from "node:assert/strict";
import { test } from "node:test";
import { NAME_VISIBILITIES, type NameVisibility } from "#contract/people/name-visibility.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { ACTIONS } from "#contract/compliance/restriction-names.ts";
import { mayAct } from "./standing/restrictions.ts";
import { bioFault, intervalFault, isOfAge, lastSeenOf, type NameReader, shownName } from "./user.ts";
import { checkUsername } from "./username.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test("last seen is shown in the largest unit that fits, and not at all after twelve weeks", () => {
  const now = new Date("2026-10-01T12:00:00Z");
  const cases: [number, string, "success" | "warning" | "default", boolean][] = [
    [-MINUTE, "Online", "success", true],
    [0, "Online", "success", true],
    [MINUTE - 1, "Online", "success", true],
    [MINUTE, "1 minute ago", "success", true],
    [2 * MINUTE - 1, "1 minute ago", "success", true],
    [2 * MINUTE, "2 minutes ago", "success", true],
    [5 * MINUTE - 1, "4 minutes ago", "success", true],
    [5 * MINUTE, "5 minutes ago", "success", false],
    [30 * MINUTE, "30 minutes ago", "success", false],
    [30 * MINUTE + 1, "30 minutes ago", "warning", false],
    [HOUR - 1, "59 minutes ago", "warning", false],
    [HOUR, "1 hour ago", "warning", false],
    [3 * HOUR, "3 hours ago", "warning", false],
    [3 * HOUR + 1, "3 hours ago", "default", false],
    [DAY - 1, "23 hours ago", "default", false],
    [DAY, "1 day ago", "default", false],
    [7 * DAY - 1, "6 days ago", "default", false],
    [7 * DAY, "1 week ago", "default", false],
    [84 * DAY - 1, "11 weeks ago", "default", false],
    [84 * DAY, "Online", "default", false],
  ];
  for (const [ago, text, level, isOnline] of cases) {
    const at = new Date(now.getTime() - ago);
    assert.deepEqual(lastSeenOf(at, now), { text, level, at: at.toISOString(), isOnline }, `${ago} ms`);
  }
});

test("last seen is shown in the reader's language, in Latin digits", () => {
  const now = new Date("2026-10-01T12:00:00Z");
  const shown = (ago: number) =>
    (["en", "es", "ar"] as const).map((locale) => lastSeenOf(new Date(now.getTime() - ago), now, locale).text);
  assert.deepEqual(shown(0), ["Online", "En línea", "متصل الآن"]);
  assert.deepEqual(shown(25 * HOUR), ["1 day ago", "hace 1 día", "قبل يوم واحد"]);
  assert.deepEqual(shown(40 * MINUTE), ["40 minutes ago", "hace 40 minutos", "قبل 40 دقيقة"]);
});

test("a user is of age on the eighteenth birthday, and nobody was born before 1901", () => {
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  const cases: [string, Date, boolean][] = [
    ["2008-10-01", day("2026-10-01"), true],
    ["2008-10-01", new Date(day("2026-10-01").getTime() - 1), false],
    ["2008-02-29", day("2026-02-28"), false],
    ["2008-02-29", day("2026-03-01"), true],
    ["1901-01-01", day("2026-10-01"), true],
    ["1900-12-31", day("2026-10-01"), false],
  ];
  for (const [born, now, expected] of cases) assert.equal(isOfAge(born, now), expected, born);
});

function codeOf(work: () => void): string {
  try {
    work();
    return "";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

test("a name has three to twenty letters, digits, dashes or underscores, and does not resemble a staff name", () => {
  const INVALID = "auth.username_form";
  const RESERVED = "auth.username_reserved";
  const cases: [string, string][] = [
    ["ab", INVALID],
    ["abc", ""],
    ["a".repeat(20), ""],
    ["a".repeat(21), INVALID],
    ["a_b-9", ""],
    ["ä_b", INVALID],
    ["support", RESERVED],
    ["5upp0rt", RESERVED],
    ["sup-po_rt", RESERVED],
    ["supporters", RESERVED],
    ["he1p", RESERVED],
    ["helper", ""],
    ["3scr0w", RESERVED],
    ["parley", RESERVED],
    ["par1ey", RESERVED],
    ["Parleyfriend", RESERVED],
    ["my-parley", RESERVED],
    ["official", RESERVED],
    ["n_u_l_l", RESERVED],
    ["nullable", ""],
  ];
  for (const [name, code] of cases)
    assert.equal(
      codeOf(() => checkUsername(name, { least: 3, most: 20 })),
      code,
      name,
    );
});

test("a bio is short and holds no way to meet elsewhere", () => {
  const CONTACT = "bio_contact_error";
  const cases: [string, string][] = [
    ["é".repeat(180), ""],
    ["é".repeat(181), "bio_max"],
    ["😀".repeat(180), ""],
    ["a ".repeat(30), ""],
    ["a ".repeat(31), "bio_limit"],
    ["\n\n\n\n", ""],
    ["\n\n\n\n\n", "bio_limit"],
    ["ada (at) example (dot) org", CONTACT],
    ["ａｄａ＠example.org", CONTACT],
    ["https://x", CONTACT],
    ["my-shop.net", CONTACT],
    ["@ada", CONTACT],
    ["5 @ 3", ""],
    ["whats app", CONTACT],
    ["1234567", ""],
    ["12345678", CONTACT],
    ["(030) 123-45.678", CONTACT],
  ];
  for (const [bio, code] of cases)
    assert.equal(bioFault(bio, { letters: 180, words: 30, lines: 5 })?.code ?? "", code, JSON.stringify(bio));
});

test("the minutes between two emails are digits, from one to a day", () => {
  const codes = ["abc", "", " 5", "5.5", "-1", "٣", "1e3"].map((typed) => intervalFault(typed, 1440)?.code);
  assert.deepEqual(new Set(codes), new Set(["notification_digits_error"]));
  const over = ["0", "1441", "9999999", "9".repeat(400)].map((typed) => intervalFault(typed, 1440));
  for (const fault of over)
    assert.deepEqual([fault?.code, fault?.context], ["notification_error", { maxMinutes: 1440 }]);
  for (const typed of ["1", "010", "1440"]) assert.equal(intervalFault(typed, 1440), undefined, typed);
});

const NOBODY: NameReader = { isSignedIn: false, isTrusted: false, isPartner: false };
const MEMBER = { ...NOBODY, isSignedIn: true };
const READERS = {
  visitor: NOBODY,
  member: MEMBER,
  partner: { ...MEMBER, isPartner: true },
  trusted: { ...MEMBER, isTrusted: true },
};

test("a name is shown to whom its owner wants, as they want", () => {
  const name = { firstName: "Ada", lastName: "Óbyron" };
  const [full, short] = ["Ada Óbyron", "Ada Ó."];
  const seen: Record<NameVisibility, readonly (string | null)[]> = {
    first_name_initial: [null, short, short, short],
    full_name: [null, full, full, full],
    everyone: [full, full, full, full],
    trusted: [null, null, null, full],
    trusted_and_partners: [null, null, full, full],
    hidden: [null, null, null, null],
  };
  for (const visibility of NAME_VISIBILITIES) {
    const shown = Object.values(READERS).map((reader) => shownName({ ...name, visibility }, reader));
    assert.deepEqual(shown, seen[visibility], visibility);
  }
  const nameless = { firstName: "Ada", lastName: "", visibility: "first_name_initial" } as const;
  assert.equal(shownName(nameless, MEMBER), "Ada .");
});

test("each restriction leaves open what it says, the strictest of several decides, and an unknown one closes all", () => {
  const open = (...restrictions: string[]) => ACTIONS.filter((action) => mayAct({ restrictions }, action)).join(" ");
  assert.equal(open(), ACTIONS.join(" "));
  assert.equal(
    open("restricted"),
    "pay release dispute receive send_out last_send_out convert partner_claim trade_chat dispute_chat messenger account own_account api",
  );
  assert.equal(open("suspended"), "pay release dispute receive trade_chat dispute_chat own_account");
  assert.equal(open("on_hold"), "pay dispute receive trade_chat dispute_chat own_account");
  assert.equal(open("compliance_hold"), "pay dispute receive trade_chat dispute_chat own_account");
  assert.equal(open("compromised"), "receive");
  assert.equal(open("suspended", "on_hold"), "pay dispute receive trade_chat dispute_chat own_account");
  assert.equal(open("frozen"), "dispute_chat own_account");
  assert.equal(open("restricted", "compromised"), "receive");
  assert.equal(open("banned"), "last_send_out own_account");
  assert.equal(open("never heard of"), "");
});
