/** Tagged templates of SQL: pieces, how they are put together, and the statement that comes out. */
import { createHash } from "node:crypto";

/** A piece of SQL with its own parameters, to be put into another statement. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

export function sql(strings: TemplateStringsArray, ...values: unknown[]): Fragment {
  return new Fragment(strings, values);
}

/** Fragments one after the other, with a text between them. */
export function joinFragments(fragments: readonly Fragment[], between: string): Fragment {
  const strings = ["", ...fragments.slice(1).map(() => between), ""];
  return fragments.length === 0 ? new Fragment([""], []) : new Fragment(strings, fragments);
}

/** Conditions of which one is enough. */
export const anyOf = (conditions: readonly Fragment[]): Fragment => joinFragments(conditions, " or ");

function flatten(strings: readonly string[], values: readonly unknown[], out: { text: string; values: unknown[] }) {
  strings.forEach((piece, index) => {
    out.text += piece;
    if (index >= values.length) return;
    const value = values[index];
    if (value instanceof Fragment) flatten(value.strings, value.values, out);
    else {
      out.values.push(value);
      out.text += `$${out.values.length}`;
    }
  });
  return out;
}

const preparedNames = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known) return known;
  if (preparedNames.size > 2000) return undefined;
  const name = `p${createHash("sha256").update(text).digest("hex").slice(0, 20)}`;
  preparedNames.set(text, name);
  return name;
}

/** Statements without fragments, by their place in the code: their text never changes. */
const fixedStatements = new WeakMap<
  TemplateStringsArray,
  { readonly text: string; readonly name: string | undefined }
>();

/** What goes to PostgreSQL: numbered parameters, and a name so that it is parsed once a connection. */
export function statementOf(strings: TemplateStringsArray, given: readonly unknown[]) {
  if (given.some((value) => value instanceof Fragment)) {
    const { text, values } = flatten(strings, given, { text: "", values: [] });
    return { text, name: nameOf(text), values };
  }
  const known = fixedStatements.get(strings);
  if (known) return { ...known, values: [...given] };
  const { text, values } = flatten(strings, given, { text: "", values: [] });
  const statement = { text, name: nameOf(text) };
  fixedStatements.set(strings, statement);
  return { ...statement, values };
}
