/** Values as a PDF spells them. As lenient as readers are: what does not close ends with the file, and what is out of place is passed over. */

export type PdfValue =
  | number
  | null
  | { readonly name: string }
  | { readonly text: string }
  | { readonly ref: number }
  | { readonly list: readonly PdfValue[] }
  | PdfDict;
/** Each key as often as it is there: readers disagree which of two counts. */
export type PdfDict = { readonly entries: readonly (readonly [string, PdfValue])[] };

export const isDict = (value: PdfValue | undefined): value is PdfDict =>
  value !== null && typeof value === "object" && "entries" in value;

export const valuesOf = (dict: PdfDict, key: string): PdfValue[] =>
  dict.entries.filter(([name]) => name === key).map(([, value]) => value);

export const nameOf = (value: PdfValue | undefined): string | undefined =>
  value !== null && typeof value === "object" && "name" in value ? value.name : undefined;

const MOST_LEVELS = 200;
const SPACE = /[\0\t\n\f\r ]/;
const END_OF_WORD = /[\0\t\n\f\r ()<>[\]{}/%]/g;
const CLOSED = Symbol("a bracket that closes");
type Token = PdfValue | typeof CLOSED;

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

export class TooDeep extends Error {}

/** Reads from a place in the text, where each letter is a byte; `at` is then the place after what was read. */
export class ValueReader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** Null as well for what is no value. */
  read(): PdfValue {
    const token = this.#token(0);
    return token === CLOSED ? null : token;
  }

  skipSpace(): void {
    for (;;) {
      const letter = this.#text[this.at];
      if (letter === "%") this.#skipLine();
      else if (letter !== undefined && SPACE.test(letter)) this.at++;
      else return;
    }
  }

  #skipLine(): void {
    while (this.at < this.#text.length && !"\r\n".includes(this.#text[this.at] ?? "\n")) this.at++;
  }

  #token(level: number): Token {
    if (level > MOST_LEVELS) throw new TooDeep();
    this.skipSpace();
    const letter = this.#text[this.at];
    const isDouble = letter === this.#text[this.at + 1];
    if (letter === undefined) return CLOSED;
    if (letter === "/") return { name: this.#name() };
    if (letter === "(") return { text: this.#literal() };
    if (letter === "[") return { list: this.#until("]", level) };
    if (letter === "<" && !isDouble) return { text: this.#hex() };
    if (letter === "<") return this.#dict(level);
    if ("]>){}".includes(letter)) {
      this.at += letter === ">" && isDouble ? 2 : 1;
      return CLOSED;
    }
    return this.#numberOrWord();
  }

  #dict(level: number): PdfDict {
    const tokens = this.#until(">>", level, true);
    const entries: [string, PdfValue][] = [];
    for (let place = 0; place < tokens.length; place++) {
      const key = nameOf(tokens[place]);
      // A key without a value, and a value without a key, are passed over as readers do.
      if (key !== undefined) entries.push([key, tokens[++place] ?? null]);
    }
    return { entries };
  }

  /** The values up to the bracket. One that does not fit is passed over. */
  #until(bracket: string, level: number, isDouble = false): PdfValue[] {
    this.at += isDouble ? 2 : 1;
    const values: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.at >= this.#text.length) return values;
      if (this.#text.startsWith(bracket, this.at)) {
        this.at += bracket.length;
        return values;
      }
      const token = this.#token(level + 1);
      if (token !== CLOSED) values.push(token);
    }
  }

  #word(): string {
    END_OF_WORD.lastIndex = this.at;
    const end = END_OF_WORD.exec(this.#text)?.index ?? this.#text.length;
    const word = this.#text.slice(this.at, end);
    this.at = end;
    return word;
  }

  #name(): string {
    this.at++;
    return this.#word().replace(/#([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }

  #numberOrWord(): PdfValue {
    const word = this.#word();
    const number = Number(word);
    if (!/^\d+$/.test(word)) return Number.isNaN(number) ? null : number;
    const after = this.at;
    this.skipSpace();
    const generation = /^\d+$/.test(this.#word());
    this.skipSpace();
    if (generation && this.#word() === "R") return { ref: number };
    this.at = after;
    return number;
  }

  #hex(): string {
    const end = this.#text.indexOf(">", this.at);
    const stop = end < 0 ? this.#text.length : end;
    const digits = this.#text.slice(this.at + 1, stop).replace(/[^0-9a-f]/gi, "");
    this.at = stop + 1;
    return Buffer.from(digits.length % 2 ? `${digits}0` : digits, "hex").toString("latin1");
  }

  #literal(): string {
    let [said, open] = ["", 1];
    for (this.at++; this.at < this.#text.length; this.at++) {
      const letter = this.#text[this.at] ?? "";
      if (letter === "\\") {
        said += this.#escaped();
        continue;
      }
      if (letter === "(") open++;
      if (letter === ")" && --open === 0) break;
      said += letter;
    }
    this.at++;
    return said;
  }

  /** What a backslash and the letters after it mean. */
  #escaped(): string {
    const [octal] = /^[0-7]{1,3}/.exec(this.#text.slice(this.at + 1, this.at + 4)) ?? [];
    this.at += octal?.length ?? 1;
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    const letter = this.#text[this.at] ?? "";
    if (letter === "\r" && this.#text[this.at + 1] === "\n") this.at++;
    return letter === "\r" || letter === "\n" ? "" : (ESCAPES[letter] ?? letter);
  }
}
