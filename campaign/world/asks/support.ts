/** Right calls about support: tickets of people and guests who are made for each, and what staff do with them. */
import { supporting, WORDS } from "../../../server/testing/people/support.ts";
import { ids } from "../../../server/platform/ids.ts";
import type { World } from "../open-world.ts";

type Made = Pick<World, "app" | "tokens">;
type Registered = () => Promise<{ token: string }>;

export function supportAsks(world: Made, registered: Registered) {
  const makers = makersOf(world, registered);
  return { ...personAsks(world, makers), ...staffAsks(world, makers) };
}

/** Tickets of people and guests, taken or not, and feature requests. */
function makersOf({ app, tokens }: Made, registered: Registered) {
  const steps = supporting(app);
  const { aTicket, aGuest, take } = steps;
  const staff = { client: app.client(tokens.admin) };
  const by = { by: tokens.admin, other: tokens.stranger };
  const person = async () => app.client((await registered()).token);
  const mine = async () => {
    const client = await person();
    return { by: client.token, other: tokens.stranger, params: { number: await aTicket(client) } };
  };
  const solved = async () => {
    const made = await mine();
    await app.owner.query("update support_tickets set status = 'solved', solved_at = market_now() where number = $1", [
      made.params.number,
    ]);
    return made;
  };
  const asked = async () => ({ ...by, params: { number: await aTicket(await person()) } });
  const taken = async () => {
    const made = await asked();
    const { data } = await take(staff, made.params.number);
    return { ...made, seen: data.lastSeq };
  };
  const feature = async () => {
    const id = ids.hash();
    await app.owner.query(
      "insert into feature_requests (hash, body, status, created_at) values ($1, 'A darker theme', 'open', market_now())",
      [id],
    );
    return { id };
  };
  const guest = async () => ({ token: (await aGuest()).token });
  return { ...steps, staff, by, person, mine, solved, asked, taken, feature, guest };
}

type Makers = ReturnType<typeof makersOf>;

function personAsks({ app }: Made, { person, mine, solved, feature, guest, aGuest, askCode, codeAt }: Makers) {
  return {
    openTicket: async () => ({ by: (await person()).token, body: { topic: "payment", text: WORDS } }),
    getTicket: mine,
    writeToTicket: async () => ({ ...(await mine()), body: { text: "Is there news?" } }),
    solveTicket: mine,
    rateTicket: async () => ({ ...(await solved()), body: { score: 5 } }),
    sendGuestCode: async () => ({ by: "", body: { email: `${ids.hash()}@example.org`, locale: "en" } }),
    openGuestTicket: async () => {
      const email = `${ids.hash().toLowerCase()}@example.org`;
      const { secret } = (await askCode(email)).data;
      const opening = { secret, code: await codeAt(email), email };
      return { by: "", body: { ...opening, topic: "closed_account", text: WORDS, locale: "en" } };
    },
    getGuestTicket: async () => ({ by: "", body: await guest() }),
    writeAsGuest: async () => ({ by: "", body: { ...(await guest()), text: "Is there news?" } }),
    solveAsGuest: async () => ({ by: "", body: await guest() }),
    rateAsGuest: async () => {
      const { token, number } = await aGuest();
      await app.owner.query(
        "update support_tickets set status = 'solved', solved_at = market_now() where number = $1",
        [number],
      );
      return { by: "", body: { token, score: 5 } };
    },
    planGuestFile: async () => ({ by: "", body: await guest() }),
    requestFeature: async () => ({ by: (await person()).token, body: { text: "A darker dark theme" } }),
    voteForFeature: async () => ({ by: (await person()).token, params: await feature(), body: { isVoted: true } }),
  };
}

function staffAsks({ app }: Made, { staff, by, person, asked, taken, feature, aTicket, take }: Makers) {
  return {
    takeTicket: async () => ({ ...(await asked()), body: {} }),
    openTicketAsStaff: async () => {
      const { seen: _, ...made } = await taken();
      return made;
    },
    answerTicket: async () => {
      const { seen: after, ...made } = await taken();
      return { ...made, body: { text: "We have found it.", after, solves: false } };
    },
    noteOnTicket: async () => {
      const { seen: _, ...made } = await taken();
      return { ...made, body: { text: "The bank was asked." } };
    },
    handTicketOver: async () => {
      const { seen: _, ...made } = await taken();
      return { ...made, body: { to: null, reason: "back to the queue" } };
    },
    mergeTicket: async () => {
      const client = await person();
      const [one, into] = [await aTicket(client), await aTicket(client)];
      for (const number of [one, into]) await take(staff, number);
      return { ...by, params: { number: one }, body: { into } };
    },
    solveTicketAsStaff: async () => {
      const { seen: after, ...made } = await taken();
      return { ...made, body: { after } };
    },
    lookAtTicketPerson: async () => {
      const { seen: _, ...made } = await taken();
      return { ...made, body: { reason: "which level they have" } };
    },
    saveCannedReply: async () => ({
      ...by,
      body: { key: ids.hash().toLowerCase(), locale: "en", title: "Hello", body: "Hello {name}" },
    }),
    removeCannedReply: async () => {
      const key = ids.hash().toLowerCase();
      await app.owner.query(
        `insert into support_canned_replies (key, locale, title, body, changed_by, changed_at)
         select $1, 'en', 'Hello', 'Hello {name}', min(id), market_now() from users`,
        [key],
      );
      return { ...by, body: { key, locale: "en" } };
    },
    decideFeature: async () => ({ ...by, params: await feature(), body: { status: "planned" } }),
  };
}
