/** Sample props of the console: settings of each shape, and feature flags. */
import type { ConsoleFlag, ConsoleSetting } from "#contract/console.ts";

export function samplesOfConsole(nowMs: number) {
  return {
    "staff-settings": {
      page: "staff-settings",
      needsUser: true,
      props: { settings: sampleSettings(nowMs), filters: { q: "", show: "all", name: "" } },
    },
    "staff-settings-none": {
      page: "staff-settings",
      needsUser: true,
      props: { settings: sampleSettings(nowMs), filters: { q: "no such setting", show: "all", name: "" } },
    },
    "staff-announcements": {
      page: "staff-announcements",
      needsUser: true,
      props: {
        announcements: [
          {
            ...{ id: "2", kind: "maintenance", state: "shown", madeBy: "amara_k", endedBy: null },
            text: {
              en: "Transfers are slow until four.",
              es: "Las transferencias van lentas.",
              ar: "التحويلات بطيئة.",
            },
            startsAt: new Date(nowMs - 600_000).toISOString(),
            endsAt: new Date(nowMs + 3_600_000).toISOString(),
          },
        ],
      },
    },
    "staff-announcements-none": { page: "staff-announcements", needsUser: true, props: { announcements: [] } },
    "staff-flags": { page: "staff-flags", needsUser: true, props: { flags: sampleFlags(nowMs), name: null } },
  } as const;
}

/** Put together here: the whole would be read as the key of a text. */
const named = (module: string, name: string) => `${module}.${name}`;

function sampleSettings(nowMs: number): ConsoleSetting[] {
  const never = { changedAt: null, changedBy: null };
  return [
    {
      ...{ name: "catalog.gray_countries", value: ["AF", "MM", "YE"], initial: ["AF", "MM", "YE"], unit: null },
      shape: { type: "array", items: { type: "string", pattern: "^[A-Z]{2}$" }, maxItems: 250 },
      says: { en: "Need a verified identity for anything.", es: "Hace falta una identidad.", ar: "يلزم إثبات الهوية." },
      takesTwo: true,
      ...never,
    },
    {
      ...{ name: named("offers", "max_active"), value: 20, initial: 20, unit: null, takesTwo: false },
      shape: { type: "integer", minimum: 1, maximum: 1000 },
      says: { en: "Active offers of one user.", es: "Ofertas activas de un usuario.", ar: "عروض مستخدم واحد." },
      ...never,
    },
    {
      ...{ name: named("wallet", "hot_floor"), unit: null, takesTwo: true },
      value: { BTC: "0.5", ETH: "10", USDT: "20000" },
      initial: { BTC: "0.5", ETH: "10", USDT: "20000" },
      shape: {
        type: "object",
        required: ["BTC", "ETH", "USDT"],
        additionalProperties: { type: "string", pattern: "^\\d{1,9}(\\.\\d{1,6})?$" },
      },
      says: {
        en: "As much of each coin stays hot in any case.",
        es: "Tanto queda en caliente.",
        ar: "يبقى هذا متصلاً.",
      },
      ...never,
    },
    {
      ...{ name: named("wallet", "password_limit_usd"), value: 300, initial: 500, unit: "usd", takesTwo: true },
      shape: { type: "integer", minimum: 0, maximum: 1_000_000 },
      says: {
        en: "What may leave in a day on a password alone.",
        es: "Lo que puede salir en un día.",
        ar: "ما يخرج في يوم.",
      },
      changedAt: new Date(nowMs - 3 * 3_600_000).toISOString(),
      changedBy: "amara_k",
    },
  ];
}

function sampleFlags(nowMs: number): ConsoleFlag[] {
  const never = { changedAt: null, changedBy: null, people: [] };
  return [
    { name: "isOfferCapFeatureEnabled", percent: 100, initial: 100, ...never },
    {
      ...{ name: "isNewbieOffersEnabled", percent: 25, initial: 100, changedBy: "lucia" },
      changedAt: new Date(nowMs - 7_200_000).toISOString(),
      people: [
        { username: "kwame_o", isOn: true },
        { username: "omar-trades", isOn: false },
      ],
    },
    { name: "isNewbieOffersCheckedByDefault", percent: 0, initial: 0, ...never },
  ];
}
