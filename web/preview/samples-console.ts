/** Sample props of the console: settings of each shape, and feature flags. */
import type { ConsoleFlag, ConsoleSetting } from "#contract/staff/console.ts";
import type { StaffLedgerProps } from "#contract/staff/pages.ts";
import type { StaffAuditProps, StaffErrorsProps, StaffSendOutsProps } from "#contract/staff/pages.ts";

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
        found: {
          next: null,
          rows: [
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
        filters: { state: "", kind: "", who: "", after: "" },
      },
    },
    "staff-errors": { page: "staff-errors", needsUser: true, props: sampleErrors(nowMs) },
    "staff-ledger": { page: "staff-ledger", needsUser: true, props: sampleLedger(nowMs) },
    "staff-ledger-none": {
      page: "staff-ledger",
      needsUser: true,
      props: {
        ...sampleLedger(nowMs),
        ledger: { ...sampleLedger(nowMs).ledger, check: null, journals: [], next: null },
      },
    },
    "staff-audit": { page: "staff-audit", needsUser: true, props: sampleAudit(nowMs) },
    "staff-audit-none": {
      page: "staff-audit",
      needsUser: true,
      props: {
        log: { acts: [], next: null, signed: null, lastAct: null },
        filters: { ...sampleAudit(nowMs).filters, about: "nobody_here" },
      },
    },
    "staff-send-outs": { page: "staff-send-outs", needsUser: true, props: sampleHeld(nowMs) },
    "staff-send-outs-none": {
      page: "staff-send-outs",
      needsUser: true,
      props: {
        found: { rows: [], next: null, waiting: 0 },
        filters: { ...sampleHeld(nowMs).filters, who: "nobody_here" },
      },
    },
    "staff-announcements-none": {
      page: "staff-announcements",
      needsUser: true,
      props: { found: { rows: [], next: null }, filters: { state: "", kind: "", who: "", after: "" } },
    },
    "staff-flags": { page: "staff-flags", needsUser: true, props: { flags: sampleFlags(nowMs), name: null, who: "" } },
  } as const;
}

function sampleHeld(nowMs: number): StaffSendOutsProps {
  const createdAt = new Date(nowMs - 3_600_000).toISOString();
  const until = new Date(nowMs + 82_800_000).toISOString();
  const coin = { cryptoCurrencyCode: "BTC", amount: "0.05", fee: "0.0001" } as const;
  return {
    found: {
      rows: [
        { id: "Aa1Bb2Cc3Dd4", username: "kwame_o", ...coin, createdAt, why: "new_address", until, mayStop: true },
        { id: "Ee5Ff6Gg7Hh8", username: "omar-trades", ...coin, createdAt, why: "refill", until: null, mayStop: true },
        { id: "Ii9Jj1Kk2Ll3", username: "amara_k", ...coin, createdAt, why: "halted", until: null, mayStop: false },
      ],
      next: "3",
      waiting: 3,
    },
    filters: { why: "", coin: "", who: "", after: "" },
  };
}

function sampleAudit(nowMs: number): StaffAuditProps {
  const at = new Date(nowMs - 60_000).toISOString();
  return {
    log: {
      acts: [
        { id: "14", act: "level.set.propose", by: "amara_k", about: "kwame_o: 3", at, isSigned: false },
        { id: "13", act: "restriction.set", by: "lucia", about: "omar-trades: suspended", at, isSigned: true },
        { id: "12", act: "person.look", by: "lucia", about: null, at, isSigned: true },
        { id: "11", act: "halt.set", by: null, about: "coin_BTC", at, isSigned: true },
      ],
      next: "11",
      signed: { batch: 6, lastAct: "13", acts: 13, at },
      lastAct: "14",
    },
    filters: { act: "", by: "", about: "", from: "", to: "", before: "" },
  };
}

function sampleErrors(nowMs: number): StaffErrorsProps {
  const at = new Date(nowMs - 60_000).toISOString();
  const kind = { firstAt: at, lastAt: at, resolvedBy: null, resolvedAt: null, release: "a1b2c3", requestId: null };
  return {
    found: {
      next: null,
      kinds: [
        {
          ...{ ...kind, id: "2", source: "browser", place: "/trading/buy-btc", times: 12 },
          ...{ message: "TypeError: counts is null", stack: "    at draw (/assets/page.js:1:22)" },
        },
        {
          ...{ ...kind, id: "1", source: "call", place: "/rest/v1/offers", message: "57014: canceling statement" },
          ...{ stack: null, release: null, requestId: "Rq12", times: 1 },
        },
      ],
      counts: { open: 2, resolved: 0 },
    },
    state: "open",
    filters: { source: "", about: "", after: "" },
  };
}

function sampleLedger(nowMs: number): StaffLedgerProps {
  const at = new Date(nowMs - 60_000).toISOString();
  const operator = {
    inventory: "2",
    network: "0.1",
    fees: "0.0123",
    rewards: "0.004",
    dust: "0.00000012",
    loss: "-0.001",
  };
  const line = { from: "loss", to: "available", amount: "0.001", cryptoCurrencyCode: "BTC" } as const;
  const manual = {
    ...{ username: "diego_r", caseNumber: "CASE-12", reason: "The refund of a transfer that failed." },
    ...{ proposedBy: "amara_k", confirmedBy: "li_wei" },
  };
  const locked = { ...line, from: "available", to: "escrow", amount: "0.0423" } as const;
  return {
    ledger: {
      coins: (["USDT", "BTC", "ETH"] as const).map((cryptoCurrencyCode) => ({
        ...{ cryptoCurrencyCode, chain: "-14.11130012", people: "12" },
        ...operator,
      })),
      check: { at, broken: 0 },
      ...{ dayUsd: 10_000, leftUsd: 9_900, next: "17" },
      journals: [
        { id: "18", kind: "manual", at, lines: [line], manual },
        { id: "17", kind: "trade_lock", at, lines: [locked], manual: null },
      ],
    },
    filters: { show: "all", before: "" },
  };
}

/** Put together here: the whole would be read as the key of a text. */
const named = (module: string, name: string) => `${module}.${name}`;

function sampleSettings(nowMs: number): ConsoleSetting[] {
  const never = { changedAt: null, changedBy: null };
  return [
    {
      ...{ name: "catalog.gray_countries", value: ["AF", "MM", "YE"], initial: ["AF", "MM", "YE"], unit: null },
      shape: { type: "array", items: { type: "string", pattern: "^[A-Z]{2}$" }, maxItems: 250 },
      says: {
        en: "Users from these countries need a verified identity for everything.",
        es: "Hace falta una identidad.",
        ar: "يلزم إثبات الهوية.",
      },
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
        en: "Minimum amount of each coin that stays hot.",
        es: "Tanto queda en caliente.",
        ar: "يبقى هذا متصلاً.",
      },
      ...never,
    },
    {
      ...{ name: named("wallet", "password_limit_usd"), value: 300, initial: 500, unit: "usd", takesTwo: true },
      shape: { type: "integer", minimum: 0, maximum: 1_000_000 },
      says: {
        en: "Daily limit of withdrawals and releases with only the password.",
        es: "Lo que puede salir en un día.",
        ar: "ما يخرج في يوم.",
      },
      changedAt: new Date(nowMs - 3 * 3_600_000).toISOString(),
      changedBy: "amara_k",
    },
  ];
}

function sampleFlags(nowMs: number): ConsoleFlag[] {
  const never = { changedAt: null, changedBy: null, people: [], peopleTotal: 0 };
  return [
    { name: "isOfferCapFeatureEnabled", percent: 100, initial: 100, ...never },
    {
      ...{ name: "isNewbieOffersEnabled", percent: 25, initial: 100, changedBy: "lucia" },
      changedAt: new Date(nowMs - 7_200_000).toISOString(),
      people: [
        { username: "kwame_o", isOn: true },
        { username: "omar-trades", isOn: false },
      ],
      peopleTotal: 9,
    },
    { name: "isNewbieOffersCheckedByDefault", percent: 0, initial: 0, ...never },
    { name: "isDisputeAppealEnabled", percent: 100, initial: 100, ...never },
    { name: "isPriceBasedStablecoinsSort", percent: 0, initial: 0, ...never },
  ];
}
