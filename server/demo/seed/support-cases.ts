/** Tickets in every state, canned replies in every language, and feature requests with votes, made by calls as people make them. */
import * as calls from "#contract/reach/support/support.ts";
import * as desk from "#contract/staff/support.ts";
import type { Locale } from "#contract/platform/locales.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { newestMailTo } from "../../platform/mail/mail.ts";
import { type CaseClient, type Site, signIn, visitor } from "./case-client.ts";

type Given = Pick<AppPorts, "db"> & { readonly site: Site };

const emailOf = (username: string) => `${username}@demo.parley.invalid`;

export async function seedSupport(given: Given): Promise<void> {
  const { site } = given;
  const [ada, mara, alice, bob, carla] = await Promise.all(
    ["ada", "mara", "alice", "bob", "carla"].map((name) => signIn(site, emailOf(name))),
  );
  if (!ada || !mara || !alice || !bob || !carla) throw new Error("somebody of the demo was not signed in");
  for (const reply of REPLIES) await ada.call(desk.saveCannedReply, { body: reply });
  await seedTickets({ mara, alice, bob, carla });
  await seedGuest(given);
  await seedFeatures({ ada, alice, bob, carla });
}

type Clients<Name extends string> = Readonly<Record<Name, CaseClient>>;

async function seedTickets({ mara, alice, bob, carla }: Clients<"mara" | "alice" | "bob" | "carla">): Promise<void> {
  const write = async (by: CaseClient, topic: "payment" | "verification" | "security" | "offer", text: string) =>
    (await by.call(calls.openTicket, { body: { topic, text } })).number;
  const answered = await write(
    alice,
    "payment",
    "The buyer says the transfer was made, and my bank shows nothing yet.",
  );
  const params = { number: answered };
  const { lastSeq } = await mara.call(desk.takeTicket, { params, body: {} });
  await mara.call(desk.noteOnTicket, { params, body: { text: "Instant transfers of this bank are delayed today." } });
  const text = "Please do not release before the money is there. Transfers of this bank arrive within a day.";
  await mara.call(desk.answerTicket, { params, body: { text, after: lastSeq + 1, solves: false } });
  await write(carla, "verification", "My passport was rejected, and the picture looks sharp to me. What is missing?");
  await write(bob, "security", "I got an email about a sign-in from a city where I have never been.");
  const solved = await write(bob, "offer", "Why is my offer no longer in the list?");
  const taken = await mara.call(desk.takeTicket, { params: { number: solved }, body: {} });
  await mara.call(desk.answerTicket, {
    params: { number: solved },
    body: { text: "Your offer is paused outside its trading hours.", after: taken.lastSeq, solves: true },
  });
  await bob.call(calls.rateTicket, { params: { number: solved }, body: { score: 5, text: "Quick and clear." } });
}

/** By the code that was queued for the mailbox; nobody reads a mailbox of the demo that is not in its inbox. */
async function seedGuest({ site, db }: Given): Promise<void> {
  const guest = visitor(site);
  const email = "former.trader@mailbox.example";
  const { secret } = await guest.call(calls.sendGuestCode, { body: { email, locale: "en" } });
  const code = /\b(\d{6})\b/.exec((await db.read((tx) => newestMailTo(tx, email))) ?? "")?.[1];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  const text = "My account was closed last month, and I need the history of my trades for my taxes.";
  await guest.call(calls.openGuestTicket, {
    body: { secret, code, email, topic: "closed_account", text, locale: "en" },
  });
}

async function seedFeatures({ ada, alice, bob, carla }: Clients<"ada" | "alice" | "bob" | "carla">): Promise<void> {
  const ask = async (by: CaseClient, text: string) => (await by.call(calls.requestFeature, { body: { text } })).id;
  const [alerts, copies] = [
    await ask(alice, "Price alerts: notify me when a coin passes a price that I choose."),
    await ask(bob, "Copy an offer with all its terms, so that I can make one for another country."),
  ];
  await ask(carla, "Show the average release time of a trader in the list of offers.");
  for (const [id, status] of [
    [alerts, "planned"],
    [copies, "open"],
  ] as const)
    await ada.call(desk.decideFeature, { params: { id }, body: { status } });
  for (const voter of [bob, carla])
    await voter.call(calls.voteForFeature, { params: { id: alerts }, body: { isVoted: true } });
}

const reply = (key: string, texts: Readonly<Partial<Record<Locale, readonly [title: string, body: string]>>>) =>
  (Object.entries(texts) as [Locale, readonly [string, string]][]).map(([locale, [title, body]]) => ({
    ...{ key, locale, title, body },
  }));

const REPLIES: readonly desk.CannedReply[] = [
  ...reply("payment-delayed", {
    en: [
      "Payment is delayed",
      "Hello {name},\n\nbank transfers can take a day. Please do not release before the money is there. We are watching ticket {number}.\n\n{brand} support",
    ],
    es: [
      "El pago se retrasa",
      "Hola, {name}:\n\nlas transferencias bancarias pueden tardar un día. No liberes antes de recibir el dinero. Seguimos la solicitud {number}.\n\nSoporte de {brand}",
    ],
    ar: [
      "الدفعة متأخرة",
      "مرحبًا {name}،\n\nقد تستغرق التحويلات البنكية يومًا. لا تحرّر العملات قبل وصول المال. نتابع التذكرة {number}.\n\nدعم {brand}",
    ],
  }),
  ...reply("closed-account", {
    en: [
      "Data of a closed account",
      "Hello {name},\n\nthe ledger of a closed account is kept, and your name is removed from it. Tell us the months that you need, and we prepare the list for ticket {number}.\n\n{brand} support",
    ],
    es: [
      "Datos de una cuenta cerrada",
      "Hola, {name}:\n\nel libro de una cuenta cerrada se conserva sin tu nombre. Dinos qué meses necesitas y prepararemos la lista para la solicitud {number}.\n\nSoporte de {brand}",
    ],
    ar: [
      "بيانات حساب مغلق",
      "مرحبًا {name}،\n\nيُحتفظ بسجل الحساب المغلق دون اسمك. أخبرنا بالأشهر التي تحتاجها وسنعد القائمة للتذكرة {number}.\n\nدعم {brand}",
    ],
  }),
];
