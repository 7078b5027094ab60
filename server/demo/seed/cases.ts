/**
 * Cases that wait for the staff of the demo market from its start, so that a visitor can decide them: made by calls, as
 * people make them. Each part is independent; one that fails is logged and leaves the others.
 */
import { base32nopad } from "@scure/base";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "#contract/demo/demo.ts";
import * as companies from "#contract/compliance/companies.ts";
import { type Upload, uploadFile } from "#contract/market/trades/chat.ts";
import { reportChargeback } from "#contract/market/disputes/chargebacks.ts";
import { appealDispute } from "#contract/market/disputes/appeals.ts";
import { decideDispute, openDispute, takeDispute } from "#contract/market/disputes/disputes.ts";
import { appealOffer, createOffer } from "#contract/market/offers/my/offers.ts";
import { rejectOffer, reportOffer } from "#contract/market/offers/moderation.ts";
import type { ProofFor } from "#contract/people/sign-in/proofs.ts";
import * as recovery from "#contract/compliance/recovery/recovery.ts";
import { RECOVERY_SIDES } from "#contract/compliance/recovery/names.ts";
import { appealRestriction, restrictUser } from "#contract/compliance/restrictions.ts";
import { changeByStaff } from "#contract/staff/staff.ts";
import * as verification from "#contract/compliance/verification/verification.ts";
import { CHECKLIST, NOT_LISTED } from "#contract/compliance/verification/names.ts";
import { markTradePaid, releaseTrade, revealPaymentDetails, startTrade } from "#contract/market/trades/trade/trades.ts";
import { createSendOut, quoteSendOut } from "#contract/products/wallet/wallet.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { newestMailTo } from "../../platform/mail/mail.ts";
import { totpCode } from "../../platform/totp.ts";
import { createUser, grantLevel } from "../../people/accounts/index.ts";
import { openEarlier } from "../../market/trades/index.ts";
import { findOpenRail } from "../../money/custody/index.ts";
import { screenAgain } from "../../compliance/verification/index.ts";
import { tellRecovery } from "../../compliance/recovery/index.ts";
import { demoAuthenticators, usersNamed } from "../authenticator-rows.ts";
import { type CaseClient, type Site, signIn, visitor } from "./case-client.ts";
import { caseOffers } from "./case-rows.ts";
import { seedReferrals } from "./partners.ts";
import { seedSupport } from "./support-cases.ts";
import { drawPaper } from "./draw-paper.ts";
import { seedConversations, seedMessageReport } from "./messages.ts";

const PEOPLE = [
  { username: "carla", first: "Carla", last: "Reyes", country: "NG", level: 1 },
  { username: "deniz", first: "Deniz", last: "Kaya", country: "US", level: 2 },
  { username: "gita", first: "Gita", last: "Rao", country: "NG", level: 2 },
  { username: "omar", first: "Omar", last: "Haddad", country: "NG", level: 2 },
] as const;
const emailOf = (username: string) => `${username}@demo.parley.invalid`;

type Given = Pick<AppPorts, "db" | "verifier" | "log" | "config"> & { readonly site: Site };

/** Once: where the people of the cases are there already, nothing is done. */
export async function seedCases(given: Given): Promise<void> {
  const { db, verifier, log } = given;
  const names = PEOPLE.map(({ username }) => username);
  const staff = DEMO_PEOPLE.map(({ username }) => username);
  const [there, played] = await db.read(async (tx) => [await usersNamed(tx, names), await usersNamed(tx, staff)]);
  if (there.length > 0 || played.length < staff.length) return;
  const credentials = await Promise.all(PEOPLE.map(() => verifier.prepareCredential(DEMO_PASSWORD)));
  await db.tx(async (tx) => {
    for (const [index, { username, first, last, country, level }] of PEOPLE.entries()) {
      const id = await createUser(tx, {
        username,
        email: emailOf(username),
        credential: credentials[index],
        firstName: first,
        lastName: last,
        birthDate: "1991-03-08",
        countryIso: country,
        bio: "Made up for the demo's staff to decide about.",
        isDemo: true,
        emailConfirmed: true,
      });
      if (level > 1) await grantLevel(tx, [id], level);
    }
    tx.dropEvents();
  });
  for (const [name, make] of Object.entries(CASES))
    await make(given).catch((error: unknown) =>
      log.warn({ case: name, err: error instanceof Error ? error.message : String(error) }, "a demo case is missing"),
    );
}

const CASES: Readonly<Record<string, (given: Given) => Promise<void>>> = {
  support: seedSupport,
  referrals: seedReferrals,

  async document({ site }) {
    await submitId(await signIn(site, emailOf("carla")), { first: "Carla", last: "Reyes" });
  },

  async company(given) {
    const gita = await signIn(given.site, emailOf("gita"));
    const reference = await submitId(gita, { first: "Gita", last: "Rao" });
    // Her name is on the demo's list of sanctions, so she is found again when the list is new.
    await approveId(given, reference);
    await screenAgain(given);
    await gita.call(companies.convertToCorporate);
    const { verificationReference, sides } = await gita.call(companies.startCompanyVerification, {
      body: {
        country_iso3: "NGA",
        legal_form: "limited_company",
        legal_name: "Rao Trading Ltd",
        registration_number: "RC-482913",
        address_line_1: "12 Marina Road",
        city_name: "Lagos",
        position: "Director",
        owners: [{ name: "Gita Rao", share: 80 }],
      },
    });
    await submit(gita, { reference: verificationReference, sides, lines: ["Certificate", "Rao Trading Ltd"] });
  },

  async recovery({ site, db }) {
    const asker = visitor(site);
    const email = "gita.rao@mailbox.example";
    const story = "My phone was stolen on the train, and my mailbox and the authenticator were on it.";
    const { secret, state } = await asker.call(recovery.startRecovery, {
      body: { account: "gita", email, story, locale: "en" },
    });
    const { reference, code } = state;
    for (const side of RECOVERY_SIDES)
      await asker.upload(
        `/rest/v1/account-recovery/${reference}/pictures/${side}`,
        await drawPaper(["Gita Rao", side === "selfie" ? code : "Passport", "Demo market: not a real document"]),
      );
    await asker.call(recovery.submitRecovery, { body: { secret } });
    // Here or by the workers, who run beside: the second finds the link written.
    await db.tx(async (tx) => {
      await tellRecovery(tx, [{ type: "recovery.changed", subject: reference, id: 0n, at: tx.now, payload: {} }]);
    });
    const token = /#confirm\.([\w-]+)/.exec((await db.read((tx) => newestMailTo(tx, email))) ?? "")?.[1];
    if (!token) throw new Error(`no link was mailed to ${email}`);
    await asker.call(recovery.confirmRecovery, { body: { token } });
  },

  /** To a new address, and out of an account that is frozen below: it waits until staff decide. */
  async transfer(given) {
    // Without a chain nothing can be sent, and nothing is missing.
    if (!(await given.db.read((tx) => findOpenRail(tx, "bitcoin")))) return;
    const deniz = await signIn(given.site, emailOf("deniz"));
    const hash = await payAlice(given, deniz, "150");
    const alice = await signIn(given.site, emailOf("alice"));
    await proveByPassword("alice", { kind: "release", id: hash }, given);
    await alice.call(releaseTrade, { params: { id: hash } });
    const params = { code: "BTC" } as const;
    const { id } = await deniz.call(quoteSendOut, { params, body: { address: NEW_ADDRESS, amount: "max" } });
    await proveByPassword("deniz", { kind: "send_out", id }, given);
    await deniz.call(createSendOut, { params, body: { quote_id: id } });
  },

  async restriction(given) {
    const wanted = { kind: "restrict", id: "deniz", state: "frozen" } as const;
    await proveAs("amir", wanted, given);
    const amir = await signIn(given.site, emailOf("amir"));
    const body = { username: "deniz", state: "frozen", reason_code: "chargeback", review_days: 14 } as const;
    const { caseNumber } = await amir.call(restrictUser, { body: { ...body, note: "Two chargebacks in one week." } });
    const deniz = await signIn(given.site, emailOf("deniz"));
    const text = "Both payments were mine. My bank reversed one by mistake and has written to me about it.";
    await deniz.call(appealRestriction, { body: { case_number: caseNumber, text } });
  },

  async change(given) {
    const change = { kind: "set_ambassador", id: "alice", ambassador_level: "ambassador" } as const;
    await proveAs("ada", change, given);
    const ada = await signIn(given.site, emailOf("ada"));
    await ada.call(changeByStaff, { body: { change, reason: "She explains the market to newcomers." } });
  },

  conversations: seedConversations,
  messageReport: seedMessageReport,

  async report({ site, db }) {
    const carla = await signIn(site, emailOf("carla"));
    const { reported } = await db.read(caseOffers);
    if (reported) await carla.call(reportOffer, { params: { id: reported }, body: { reason_id: 2 } });
  },

  async offerAppeal(given) {
    const omar = await signIn(given.site, emailOf("omar"));
    const { idHashed: hash } = await omar.call(createOffer, {
      body: {
        ...{ offer_type: "buy", crypto_currency_code: "USDT", fiat_currency_code: "USD", margin: "-2" },
        ...{ payment_method: "other-bank-transfer", amount_type: "min_max", range_min: "20", range_max: "200" },
        payment_window: 60,
        offer_terms: "I pay from the account of my brother, because mine is closed.",
        trade_details: "This is the demo market: do not send real money.",
      },
    });
    const mara = await signIn(given.site, emailOf("mara"));
    const reason = "Payments come from an account of another person.";
    await mara.call(rejectOffer, { params: { id: hash }, body: { reason } });
    const text = "My own account is open again since yesterday, and I have changed the terms.";
    await omar.call(appealOffer, { params: { hash }, body: { text } });
  },

  async dispute(given) {
    const bob = await signIn(given.site, emailOf("bob"));
    await dispute(given, bob, "I sent the transfer this morning and Alice does not answer.");
  },

  async chargeback(given) {
    const bob = await signIn(given.site, emailOf("bob"));
    const hash = await payAlice(given, bob, "40");
    const alice = await signIn(given.site, emailOf("alice"));
    await proveByPassword("alice", { kind: "release", id: hash }, given);
    await alice.call(releaseTrade, { params: { id: hash } });
    await alice.call(reportChargeback, {
      body: {
        ...{ id_hashed: hash, isVerifiedCorrectly: true, reason: "payment_reversed", payer_name: "Bob Miller" },
        text: "My bank took the 40 dollars back a day after I had released the coins.",
      },
    });
  },

  async disputeAppeal(given) {
    const bob = await signIn(given.site, emailOf("bob"));
    const hash = await dispute(given, bob, "Alice says that my transfer never came.");
    const mara = await signIn(given.site, emailOf("mara"));
    const params = { id: hash };
    await mara.call(takeDispute, { params, body: { reason: "The next in the queue" } });
    await proveAs("mara", { kind: "award", id: hash, winner: "seller" }, given);
    const body = { winner: "seller", reason_code: "payment_not_proven", note: "No receipt was shown." } as const;
    await mara.call(decideDispute, { params, body });
    const receipt = await drawPaper(["Transfer receipt", "60.00 USD", "Demo market: not a real document"]);
    const { id } = await bob.upload<Upload>(uploadFile.path, receipt);
    const text = "Here is the receipt of my bank, which I did not have at hand when the case was decided.";
    await bob.call(appealDispute, { params, body: { text, upload_ids: [id] } });
  },
};

/** An unowned address of the development chain. */
const NEW_ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

/** A visitor takes Alice's offer and marks the trade as paid. */
async function payAlice({ db }: Given, buyer: CaseClient, fiat_amount: string): Promise<string> {
  const { traded } = await db.read(caseOffers);
  if (!traded) throw new Error("Alice has no offer");
  const { tradeHash } = await buyer.call(startTrade, {
    params: { id: traded },
    body: { fiat_amount, expected_price: "0", accept_change: true },
  });
  await buyer.call(revealPaymentDetails, { params: { id: tradeHash } });
  await buyer.call(markTradePaid, { params: { id: tradeHash } });
  return tradeHash;
}

async function dispute(given: Given, bob: CaseClient, dispute_reason_text: string): Promise<string> {
  const hash = await payAlice(given, bob, "60");
  await given.db.tx((tx) => openEarlier(tx, hash));
  await bob.call(openDispute, { params: { id: hash }, body: { dispute_reason_id: 11, dispute_reason_text } });
  return hash;
}

async function submitId(person: CaseClient, { first, last }: { first: string; last: string }): Promise<string> {
  const { verificationReference: reference, sides } = await person.call(verification.startIdVerification, {
    body: {
      issue_country_iso3: "NGA",
      document_type: "passport",
      first_name_original: first,
      last_name_original: last,
      document_number: `A${first.length}4${last.length}82913`,
    },
  });
  await submit(person, { reference, sides, lines: ["Passport", `${first} ${last}`] });
  return reference;
}

type Submitted = { readonly reference: string; readonly sides: readonly string[]; readonly lines: readonly string[] };

async function submit(person: CaseClient, { reference, sides, lines }: Submitted): Promise<void> {
  for (const side of sides)
    await person.upload(
      `/rest/v1/verification/${reference}/pictures/${side}`,
      await drawPaper([...lines, side, "Demo market: not a real document"]),
    );
  await person.call(verification.submitVerification, { params: { reference } });
}

async function approveId(given: Given, reference: string): Promise<void> {
  const milo = await signIn(given.site, emailOf("milo"));
  await milo.call(verification.lookAtVerification, { body: { reference, reason: "Review of what was submitted" } });
  await proveAs("milo", { kind: "approve_verification", id: reference }, given);
  const body = { reference, checked: [...CHECKLIST.id, NOT_LISTED], expires_on: "2039-01-31" };
  await milo.call(verification.approveVerification, { body });
}

async function proveByPassword(username: string, wanted: ProofFor, { db, verifier }: Given): Promise<void> {
  const [person] = await db.read((tx) => usersNamed(tx, [username]));
  if (!person) throw new Error(`there is no ${username}`);
  const shown = { password: DEMO_PASSWORD };
  const [outcome] = await verifier.prove([{ userId: person.id.toString(), for: wanted, shown }]);
  if (outcome?.outcome !== "proved") throw new Error(`${username} could not prove ${wanted.kind}: ${outcome?.outcome}`);
}

/** With the code after the one of the enrolment: each of the staff has one to spare at the start. */
async function proveAs(username: string, wanted: ProofFor, { db, verifier }: Given): Promise<void> {
  const { rows, now } = await db.read(async (tx) => ({
    rows: await demoAuthenticators(tx),
    now: await tx.readClock(),
  }));
  const own = rows.find((row) => row.username === username);
  if (!own) throw new Error(`${username} has no authenticator`);
  const code = totpCode(base32nopad.decode(own.secret), new Date(now.getTime() + 30_000));
  const asked = { userId: own.user_id.toString(), for: wanted, shown: { code } };
  const [outcome] = await verifier.prove([asked]);
  if (outcome?.outcome !== "proved") throw new Error(`${username} could not prove ${wanted.kind}: ${outcome?.outcome}`);
}
