/** The mutations of SQL: of the tagged templates in TypeScript, and of migrations. */
import { type Edit, type Kind, kindOfCondition } from "./mutant.ts";
import { clauseAfter, conjunctsOf, type Token, tokensOf } from "./sql-tokens.ts";

/** `code` is the text with its interpolations blanked, `text` the text as it stands; both of one length. */
export type Sql = { readonly code: string; readonly text: string; readonly names: readonly string[] };

const BOUNDARY: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const TURNED: Readonly<Record<string, string>> = { greatest: "least", least: "greatest", ceil: "floor", floor: "ceil" };
const OPENS_CLAUSE = new Set(["where", "having", "on"]);

/** Edits of a statement or of a piece of one. `isPiece`: a template that is only a condition, or starts with "and". */
export function sqlEdits(sql: Sql): Edit[] {
  const tokens = tokensOf(sql.code);
  return [
    ...conditionsOf(tokens).flatMap((clause) => conjunctEdits(sql, clause)),
    ...tokens.flatMap((token, index) => [
      ...signEdits(sql, tokens, token, index),
      ...numberEdits(sql, tokens, token, index),
    ]),
  ];
}

/** Of a migration: its checks and unique rules, triggers and revoked rights, and the statements of its functions. */
export function migrationEdits(text: string): Edit[] {
  const sql = { code: text, text, names: [] };
  const tokens = tokensOf(text);
  const inside = tableAt(tokens);
  const within = (edit: Edit): Edit => ({ ...edit, names: inside(edit.start) });
  const guarded = [...constraintEdits(tokens)];
  const isGuarded = (edit: Edit) => guarded.some(({ start, end }) => edit.start >= start && edit.end <= end);
  return [...guarded, ...sqlEdits(sql).filter((edit) => !isGuarded(edit))].map(within);
}

function conditionsOf(tokens: readonly Token[]): Token[][] {
  const first = tokens[0]?.text ?? "";
  if (first === "and" || first === "or") return [clauseAfter(tokens, 0), ...clauses(tokens)];
  if (isBareCondition(tokens)) return [[...tokens]];
  return clauses(tokens);
}

function clauses(tokens: readonly Token[]): Token[][] {
  return tokens.flatMap((token, index) => {
    const opens =
      OPENS_CLAUSE.has(token.text) && token.type === "word" && (token.text !== "on" || isJoin(tokens, index));
    return opens ? [clauseAfter(tokens, index)] : [];
  });
}

function isJoin(tokens: readonly Token[], index: number): boolean {
  const depth = tokens[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at--) {
    const token = tokens[at];
    if (!token || token.depth < depth) return false;
    if (token.depth === depth && token.text === "join") return true;
    if (token.depth === depth && /^(select|where|on|conflict|distinct|;)$/.test(token.text)) return false;
  }
  return false;
}

const STATEMENT =
  /^(select|with|insert|update|delete|from|where|order|group|left|join|cross|values|set|limit|on|returning|for|union|case|create|alter|lock|truncate|notify|listen|begin|commit)$/;

function isBareCondition(tokens: readonly Token[]): boolean {
  const first = tokens[0];
  return (
    first !== undefined &&
    !STATEMENT.test(first.text) &&
    tokens.some(({ depth, text }) => depth === 0 && /^(<|>|=|<=|>=|<>|is|in|exists|like|ilike|between)$/.test(text)) &&
    !tokens.some(({ depth, text }) => depth === 0 && text === ",")
  );
}

function conjunctEdits({ text, names }: Sql, clause: readonly Token[]): Edit[] {
  return conjunctsOf(clause).flatMap(({ start, end }) => {
    const condition = text.slice(start, end);
    if (condition === "true" || condition === "false") return [];
    const kind = kindOfCondition(condition, "predicate");
    return [
      { kind, start, end, to: "true", names },
      { kind, start, end, to: `not (${condition})`, names },
    ];
  });
}

function signEdits({ text, names }: Sql, tokens: readonly Token[], token: Token, index: number): Edit[] {
  const { start, end } = token;
  const edit = (kind: Kind, to: string): Edit => ({ kind, start, end, to, names });
  if (token.type === "text") return [];
  const boundary = BOUNDARY[token.text];
  if (boundary) return [edit(kindOfCondition(nearby(text, start), "comparison"), boundary)];
  if (token.text === "or" && token.depth > 0) return [edit("comparison", "and")];
  const isCalled = tokens[index + 1]?.text === "(";
  const turned = isCalled ? TURNED[token.text] : undefined;
  if (turned) return [edit("arithmetic", turned)];
  if (!isOperand(tokens[index - 1]) || !isOperand(tokens[index + 1])) return [];
  if (token.text === "+") return [edit("arithmetic", "-")];
  if (token.text === "-") return [edit("arithmetic", "+")];
  if (token.text === "*") return [edit("arithmetic", "/")];
  return token.text === "/" ? [edit("arithmetic", "*")] : [];
}

/** The part of the line that holds this comparison. */
function nearby(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 60), at).split(/\n|\band\b|\bor\b|\bwhere\b/);
  const after = text.slice(at, at + 60).split(/\n|\band\b|\bor\b/);
  return `${before.at(-1) ?? ""}${after[0] ?? ""}`;
}

function isOperand(token: Token | undefined): boolean {
  if (!token) return false;
  if (token.type === "word") return !/^(select|and|or|then|else|when|by|distinct|return|in|not)$/.test(token.text);
  return token.type !== "sign" || token.text === ")" || token.text === "(";
}

function numberEdits({ text, names }: Sql, tokens: readonly Token[], token: Token, index: number): Edit[] {
  const before = tokens[index - 1]?.text ?? "";
  if (token.type === "number" && /^\d+$/.test(token.text) && before !== "perform" && before !== "select") {
    return numbersFor(token.text).map((to) => ({ kind: "constant", start: token.start, end: token.end, to, names }));
  }
  const span = before === "interval" ? /^'(\d+)/.exec(text.slice(token.start, token.end))?.[1] : undefined;
  if (!span) return [];
  const start = token.start + 1;
  return numbersFor(span).map((to) => ({ kind: "constant", start, end: start + span.length, to, names }));
}

/** One more, twice as much, nothing; without those that come to the same. */
export function numbersFor(digits: string): string[] {
  const value = BigInt(digits.replaceAll("_", ""));
  return [...new Set([value + 1n, value * 2n, 0n])].filter((other) => other !== value).map(String);
}

/** The words create table NAME, create function NAME … that stand last before a place. */
function tableAt(tokens: readonly Token[]): (at: number) => string[] {
  const heads = tokens.flatMap((token, index) => {
    if (!/^(table|function|view|into|update|on)$/.test(token.text) || token.depth > 0) return [];
    const name = tokens
      .slice(index + 1, index + 6)
      .find(({ text }) => !/^(if|not|exists|only|concurrently)$/.test(text));
    return name?.type === "word" ? [{ at: token.start, name: name.text }] : [];
  });
  return (at) => [
    ...new Set(
      heads
        .filter((head) => head.at <= at)
        .slice(-3)
        .map(({ name }) => name),
    ),
  ];
}

function constraintEdits(tokens: readonly Token[]): Edit[] {
  return tokens.flatMap((token, index) => {
    const [after, then] = tokens.slice(index + 1, index + 3);
    const until = (end: Token | undefined, to: string): Edit[] =>
      end ? [{ kind: "constraint", start: token.start, end: end.end, to, names: [] }] : [];
    if (token.text === "check" && after?.text === "(") return until(closing(tokens, index + 1), "check (true)");
    if (token.text === "unique" && after?.text === "index") return until(after, "index");
    if (token.text === "unique" && after?.text === "(") return until(closing(tokens, index + 1), "check (true)");
    if (token.text === "unique") return until(token, "");
    const isWhole =
      (token.text === "create" && (after?.text === "trigger" || then?.text === "trigger")) || token.text === "revoke";
    return isWhole
      ? until(
          tokens.slice(index).find(({ text, depth }) => text === ";" && depth === token.depth),
          "",
        )
      : [];
  });
}

function closing(tokens: readonly Token[], open: number): Token | undefined {
  const depth = tokens[open]?.depth;
  return tokens.slice(open + 1).find((token) => token.text === ")" && token.depth === depth);
}
