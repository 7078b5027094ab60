/** Reads SQL into tokens with the depth of parentheses: enough to find clauses and their conjuncts. */

export type Token = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Of parentheses and of case … end. An opening one has the depth outside. */
  readonly depth: number;
  readonly type: "word" | "number" | "text" | "sign";
};

const PATTERNS: readonly (readonly [Token["type"] | "skip", RegExp])[] = [
  ["skip", /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|\$\$/y],
  ["text", /'(?:[^']|'')*'/y],
  ["word", /[\p{L}_$"#][\p{L}\p{N}_$".]*/uy],
  ["number", /\d[\d_]*(?:\.\d+)?/y],
  ["sign", /<=|>=|<>|!=|\|\||::|->>|->|&&|@>|<@|:=|[^\s]/y],
];

export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  let cases = 0;
  for (let at = 0; at < sql.length; ) {
    const { type, text } = next(sql, at);
    const word = text.toLowerCase();
    if (type !== "skip") {
      const closesCase = word === "end" && cases > 0;
      if (word === ")" || closesCase) depth -= 1;
      if (closesCase) cases -= 1;
      tokens.push({ text: type === "word" ? word : text, start: at, end: at + text.length, depth, type });
      if (word === "(" || word === "case") depth += 1;
      if (word === "case") cases += 1;
    }
    at += text.length;
  }
  return tokens;
}

function next(sql: string, at: number): { type: Token["type"] | "skip"; text: string } {
  for (const [type, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const text = pattern.exec(sql)?.[0];
    if (text) return { type, text };
  }
  return { type: "skip", text: sql.charAt(at) };
}

export type Span = { readonly start: number; readonly end: number };

const ENDS_CLAUSE = new Set(
  "group order limit offset for returning union intersect except having window on where join left right inner cross full set do values then loop from using ; ,".split(
    " ",
  ),
);

/** The tokens of the condition that begins after `at`, up to the end of its clause. */
export function clauseAfter(tokens: readonly Token[], at: number): Token[] {
  const depth = tokens[at]?.depth ?? 0;
  const clause: Token[] = [];
  for (const token of tokens.slice(at + 1)) {
    if (token.depth < depth) break;
    if (token.depth === depth && ENDS_CLAUSE.has(token.text) && token.type !== "text" && !isFunction(clause, token))
      break;
    clause.push(token);
  }
  return clause;
}

/** "is distinct from" does not end a clause. */
function isFunction(clause: readonly Token[], token: Token): boolean {
  return token.text === "from" && clause.at(-1)?.text === "distinct";
}

/** The conjuncts of a condition; the whole of it where an `or` stands beside the `and`s. */
export function conjunctsOf(clause: readonly Token[]): Span[] {
  const first = clause[0];
  const last = clause.at(-1);
  if (!first || !last) return [];
  const depth = Math.min(...clause.map((token) => token.depth));
  if (clause.some((token) => token.depth === depth && token.text === "or"))
    return [{ start: first.start, end: last.end }];
  const spans: Span[] = [];
  let begun: Token | undefined;
  let ended: Token | undefined;
  let isBetween = false;
  const close = () => {
    if (begun && ended) spans.push({ start: begun.start, end: ended.end });
    begun = undefined;
  };
  for (const token of clause) {
    const splits = token.depth === depth && token.text === "and" && !isBetween;
    if (token.depth === depth && token.text === "between") isBetween = true;
    else if (token.depth === depth && token.text === "and") isBetween = false;
    if (splits) close();
    else {
      begun ??= token;
      ended = token;
    }
  }
  close();
  return spans;
}
