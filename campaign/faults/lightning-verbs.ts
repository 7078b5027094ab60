/** The money verbs of Lightning: what people ask for, and what the process does that speaks to the node. */
import * as lightning from "#contract/products/lightning/lightning.ts";
import { aPerson, giveLevel, type TestPerson } from "../../server/testing/index.ts";
import { signedInvoice, type TestInvoice } from "../../server/testing/outside/bolt11.ts";
import type { Stage } from "./stage.ts";
import { asks, type MoneyVerb, type Prepared, runs } from "./verb.ts";

const UNITS = 1_000_000n;
const MSAT = 10_000_000n;
const NETWORK_MSAT = 12_500n;
const [MAKE, READ, SEND, WATCH] = [
  "make-lightning-invoices",
  "read-lightning-settled",
  "send-lightning-payments",
  "watch-lightning-node",
];

async function turn({ world }: Stage): Promise<void> {
  for (const name of [MAKE, READ, SEND, WATCH]) await world.runJob(name);
}

async function aPayer({ world, gift }: Stage): Promise<TestPerson> {
  const person = await aPerson(world);
  await giveLevel(world, person.id, 4);
  await gift(person.id, "BTC", UNITS);
  return person;
}

async function asked({ client }: TestPerson): Promise<string> {
  const { code, data } = await client.call(lightning.createLightningInvoice, { body: { amount: "0.0001" } });
  if (code !== "") throw new Error(code);
  return data.id;
}

/** An invoice that the node has made. */
async function opened(stage: Stage, person: TestPerson): Promise<{ readonly hash: string; readonly bolt11: string }> {
  const id = await asked(person);
  await stage.world.runJob(MAKE);
  const { rows } = await stage.world.owner.query("select payment_hash, bolt11 from ln_invoices where hash = $1", [id]);
  return { hash: rows[0].payment_hash, bolt11: rows[0].bolt11 };
}

async function anOutsideInvoice({ world }: Stage): Promise<TestInvoice> {
  const { rows } = await world.owner.query<{ now: Date }>("select market_now() as now");
  return signedInvoice({ msat: MSAT, at: Math.floor((rows[0]?.now.getTime() ?? 0) / 1000) });
}

async function quoted({ client }: TestPerson, bolt11: string): Promise<string> {
  const { code, data } = await client.call(lightning.quoteLightningPayment, { body: { invoice: bolt11 } });
  if (code !== "") throw new Error(code);
  return data.id;
}

const pays = ({ client }: TestPerson, quote: string) =>
  asks(client, lightning.payLightning, { body: { quote_id: quote } });

/** A payment that is reserved, and the invoice that it is for. */
async function reserved(stage: Stage): Promise<{ readonly payer: TestPerson; readonly invoice: TestInvoice }> {
  const [payer, invoice] = [await aPayer(stage), await anOutsideInvoice(stage)];
  const { code } = await payer.client.call(lightning.payLightning, {
    body: { quote_id: await quoted(payer, invoice.bolt11) },
  });
  if (code !== "") throw new Error(code);
  return { payer, invoice };
}

const settles = ({ lightning: node }: Stage, { paymentHash, preimage }: TestInvoice) =>
  void node.ends.set(paymentHash, { state: "settled", preimage, feeMsat: NETWORK_MSAT });

type Ready = Pick<Prepared, "people" | "call"> & {
  /** What the node does afterwards. */
  readonly atNode?: () => void;
};

/** After the fault the process goes on until nothing is on its way. */
function lightningVerb(name: string, ready: (stage: Stage) => Promise<Ready>): MoneyVerb {
  return {
    name,
    async prepare(stage) {
      await turn(stage);
      const { atNode, ...prepared } = await ready(stage);
      return {
        ...prepared,
        async goOn() {
          await turn(stage);
          atNode?.();
          await turn(stage);
          await turn(stage);
        },
      };
    },
    // What the node has, and how far it was read, goes on from run to run.
    leavesOut: /^. (live_channels|live_messages|ln_node) /,
  };
}

export const LIGHTNING_VERBS: readonly MoneyVerb[] = [
  lightningVerb("ask for a Lightning invoice", async (stage) => {
    const payee = await aPayer(stage);
    const call = asks(payee.client, lightning.createLightningInvoice, { body: { amount: "0.0001" } });
    return { people: { payee: payee.id }, call };
  }),
  lightningVerb("make a Lightning invoice", async (stage) => {
    const payee = await aPayer(stage);
    await asked(payee);
    return { people: { payee: payee.id }, call: runs(stage.world, MAKE) };
  }),
  lightningVerb("credit what came over Lightning", async (stage) => {
    const payee = await aPayer(stage);
    const { hash } = await opened(stage, payee);
    stage.lightning.settle(hash, MSAT);
    return { people: { payee: payee.id }, call: runs(stage.world, READ) };
  }),
  lightningVerb("credit what came over Lightning and was missed", async (stage) => {
    const payee = await aPayer(stage);
    const { hash } = await opened(stage, payee);
    stage.lightning.settle(hash, MSAT, false);
    stage.lightning.cut();
    return { people: { payee: payee.id }, call: runs(stage.world, READ) };
  }),
  lightningVerb("take the price of a Lightning payment", async (stage) => {
    const [payer, invoice] = [await aPayer(stage), await anOutsideInvoice(stage)];
    const call = pays(payer, await quoted(payer, invoice.bolt11));
    return { people: { payer: payer.id }, call, atNode: () => settles(stage, invoice) };
  }),
  lightningVerb("pay a Lightning invoice of another user", async (stage) => {
    const [payer, payee] = [await aPayer(stage), await aPayer(stage)];
    const { bolt11 } = await opened(stage, payee);
    return { people: { payer: payer.id, payee: payee.id }, call: pays(payer, await quoted(payer, bolt11)) };
  }),
  lightningVerb("send a Lightning payment", async (stage) => {
    const { payer, invoice } = await reserved(stage);
    return { people: { payer: payer.id }, call: runs(stage.world, SEND), atNode: () => settles(stage, invoice) };
  }),
  lightningVerb("settle a Lightning payment", async (stage) => {
    const { payer, invoice } = await reserved(stage);
    await turn(stage);
    settles(stage, invoice);
    return { people: { payer: payer.id }, call: runs(stage.world, SEND) };
  }),
  lightningVerb("give back a Lightning payment that found no way", async (stage) => {
    const { payer, invoice } = await reserved(stage);
    await turn(stage);
    stage.lightning.ends.set(invoice.paymentHash, { state: "failed", why: "no_route" });
    return { people: { payer: payer.id }, call: runs(stage.world, SEND) };
  }),
  lightningVerb("look at the Lightning node", async (stage) => {
    const payee = await aPayer(stage);
    await opened(stage, payee);
    return { people: { payee: payee.id }, call: runs(stage.world, WATCH) };
  }),
];
