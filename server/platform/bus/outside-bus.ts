/**
 * The bus over a carrier beside the database. Each process numbers its letters and repeats the last number every second, so a
 * listener notices a lost letter by the next number, or by the silence of its sender. A process that does not receive its own letters
 * is blind: its listeners read everything every two seconds until the carrier is back.
 */
import { z } from "zod";
import { ids } from "../ids.ts";
import type { Log } from "../log.ts";
import { type Listener, type Listening, type OutsideBus, type Ring, TOPICS, type Topic } from "./bus.ts";
import type { OpenWire, Wire } from "./wire.ts";

const BEAT_MS = 1000;
/** While it does not receive its own: it is noticed soon that the carrier is there. */
const BLIND_BEAT_MS = 200;
/** A carrier or a sender that was not heard for so long is away. */
const SILENT_MS = 3500;
const BLIND_LOOK_MS = 2000;
/** So seldom do listeners read everything, however much is lost. */
const MISSED_EVERY_MS = 250;
/** A connection that the client still takes for a good one. */
const REOPEN_AFTER_MS = 15_000;
const MOST_SENDERS = 1000;

const letter = z.object({
  from: z.string().max(64),
  /** Of the last letter with rings: a beat repeats it. */
  n: z.number().int().nonnegative(),
  rings: z.array(z.tuple([z.enum(TOPICS), z.string().max(8000)])).optional(),
  /** The last one of a process that stops. */
  isLast: z.boolean().optional(),
});
type Letter = z.infer<typeof letter>;

type Heard = { n: number; atMs: number };
type Listens = Listener & { readonly topics: ReadonlySet<Topic> };

type Given = {
  readonly url: URL;
  readonly open: OpenWire;
  readonly log: Log;
  /** A clock that only goes forward. */
  readonly nowMs?: () => number;
};

export function outsideBus(given: Given): OutsideBus {
  const office = new Office(given);
  const { protocol } = given.url;
  return {
    carrier: protocol === "nats:" || protocol === "tls:" ? "nats" : "valkey",
    ring: (rings) => office.send(rings),
    listen: (topics, listener) => office.listen(topics, listener),
    isUp: () => office.isUp(),
    close: () => office.close(),
  };
}

class Office {
  readonly #given: Given;
  readonly #nowMs: () => number;
  readonly #me = ids.hash();
  readonly #listeners = new Set<Listens>();
  readonly #senders = new Map<string, Heard>();
  #beat: NodeJS.Timeout | undefined;
  #wire: Wire;
  #sent = 0;
  #openedAtMs: number;
  #ownAtMs = -Infinity;
  #lookedAtMs = -Infinity;
  #wasUp = false;
  #isClosed = false;
  #missing: NodeJS.Timeout | undefined;
  #missedAtMs = -Infinity;

  constructor(given: Given) {
    this.#given = given;
    this.#nowMs = given.nowMs ?? (() => performance.now());
    this.#openedAtMs = this.#nowMs();
    this.#wire = this.#open();
    this.#beatAgain();
  }

  isUp(): boolean {
    return this.#nowMs() - this.#ownAtMs < SILENT_MS;
  }

  /** Listeners of this process are called without the carrier. */
  send(rings: readonly Ring[]): void {
    this.#sent += 1;
    this.#publish({ rings: rings.map(({ topic, note }) => [topic, note]) });
    for (const ring of rings) this.#deliver(ring);
  }

  listen(topics: readonly Topic[], { heard, missed }: Listener): Listening {
    const listens: Listens = { topics: new Set(topics), heard, missed };
    this.#listeners.add(listens);
    return { isUp: () => this.isUp(), stop: async () => void this.#listeners.delete(listens) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#beat);
    clearTimeout(this.#missing);
    this.#listeners.clear();
    this.#publish({ isLast: true });
    await this.#wire.close();
  }

  #open(): Wire {
    const { url, log, open } = this.#given;
    return open({
      url,
      log,
      subject: `parley.${url.pathname.slice(1) || "market"}`,
      received: (text) => this.#take(text),
    });
  }

  #beatAgain(): void {
    this.#beat = setTimeout(
      () => {
        this.#tick();
        if (!this.#isClosed) this.#beatAgain();
      },
      this.isUp() ? BEAT_MS : BLIND_BEAT_MS,
    );
    this.#beat.unref();
  }

  #publish(more: Pick<Letter, "rings" | "isLast">): void {
    this.#guarded(() =>
      this.#wire.publish(JSON.stringify({ from: this.#me, n: this.#sent, ...more } satisfies Letter)),
    );
  }

  #tick(): void {
    this.#publish({});
    const nowMs = this.#nowMs();
    for (const [from, { atMs }] of this.#senders) if (nowMs - atMs > SILENT_MS) this.#lose(from);
    if (this.#wasUp && !this.isUp()) this.#given.log.warn("the bus is away: listeners read everything by themselves");
    this.#wasUp = this.isUp();
    if (this.#wasUp) return;
    if (nowMs - this.#lookedAtMs >= BLIND_LOOK_MS) {
      this.#lookedAtMs = nowMs;
      this.#miss();
    }
    if (nowMs - Math.max(this.#openedAtMs, this.#ownAtMs) < REOPEN_AFTER_MS) return;
    this.#openedAtMs = nowMs;
    const broken = this.#wire;
    this.#wire = this.#open();
    void broken.close().catch(() => undefined);
  }

  /** It may have died between a commit and its letter. */
  #lose(from: string): void {
    this.#senders.delete(from);
    this.#miss();
  }

  #take(text: string): void {
    const { data } = letter.safeParse(parsed(text));
    if (data?.from === this.#me) this.#takeOwn();
    else if (data) this.#takeFrom(data);
  }

  #takeFrom(data: Letter): void {
    const before = this.#senders.get(data.from);
    const known = before?.n ?? 0;
    const { n, rings = [] } = data;
    // A second delivery: only a beat repeats a number.
    if (n < known || (n === known && rings.length > 0)) return;
    if (n > known + (rings.length > 0 ? 1 : 0)) this.#miss();
    for (const [topic, note] of rings) this.#deliver({ topic, note });
    this.#senders.delete(data.from);
    if (data.isLast) return;
    this.#senders.set(data.from, { n: data.n, atMs: this.#nowMs() });
    const [oldest] = this.#senders.keys();
    if (this.#senders.size > MOST_SENDERS && oldest !== undefined) this.#senders.delete(oldest);
  }

  #takeOwn(): void {
    const wasUp = this.isUp();
    this.#ownAtMs = this.#nowMs();
    if (wasUp) return;
    this.#wasUp = true;
    this.#given.log.info("the bus is there");
    this.#miss();
  }

  #deliver({ topic, note }: Ring): void {
    for (const { topics, heard } of this.#listeners) if (topics.has(topic)) this.#guarded(() => heard(topic, note));
  }

  /** Runs after a commit, which no fault here may turn into a failure. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#given.log.error({ err: error }, "the bus failed");
    }
  }

  #miss(): void {
    if (this.#missing) return;
    const waitMs = Math.max(0, this.#missedAtMs + MISSED_EVERY_MS - this.#nowMs());
    this.#missing = setTimeout(() => {
      this.#missing = undefined;
      this.#missedAtMs = this.#nowMs();
      for (const { missed } of this.#listeners) this.#guarded(missed);
    }, waitMs);
    this.#missing.unref();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Another program on the same subject: nothing of it is used.
    return undefined;
  }
}
