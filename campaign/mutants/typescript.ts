/** The mutations of a TypeScript file. */
import { type Edit, type Kind, kindOfCondition } from "./mutant.ts";
import { policyEdits } from "./policy-edits.ts";
import { numbersFor, sqlEdits } from "./sql.ts";
import { child, children, lastName, namesAround, type Node, parse, walk } from "./syntax.ts";

type Place = { readonly text: string; readonly node: Node; readonly around: readonly Node[] };
type Change = Omit<Edit, "names">;

export function typescriptEdits(path: string, text: string): Edit[] {
  const edits: Edit[] = [];
  const program = parse(path, text);
  walk(program, (node, around) => {
    const place = { text, node, around };
    const names = namesAround([...around, node]);
    const rules = RULES[node.type] ?? [];
    for (const rule of rules)
      edits.push(...rule(place).map((edit) => ({ ...edit, names, isTyped: isTyped(edit, text) })));
    if (node.type === "TemplateLiteral") edits.push(...templateEdits(place, names));
  });
  return [...edits, ...policyEdits(program, text).map((edit) => ({ ...edit, isTyped: true }))];
}

/** A call left out, a boundary moved or a larger number changes no type; what narrows one does. */
function isTyped({ kind, start, end }: Change, text: string): boolean {
  const written = text.slice(start, end);
  if (kind === "event" || kind === "write") return false;
  return !/^(?:[<>]=?|[-+*/%]=?|\d[\d_]+n?)$/.test(written);
}

const REFUSES = /refus/i;
/** offer.own, trade.low_balance, max_per_trade_limit: as a literal of its own. */
const CODE = /^"[a-z]+(?:\.[a-z_]+|(?:_[a-z0-9]+){2,})"$/;
const TELLS =
  /^(emit|say|notify\w*|send\w+|push[A-Z]\w*|publish|broadcast|tell\w*|post\w+|note\w+|record\w+|mail\w*|end\w*|touch\w*|close\w*)$/;
/** Calls without which nothing is decided: they free what was held, or talk to the operator. */
const IDLE =
  /^(close|end|stop|log|info|warn|error|debug|write|on|once|unref|clearTimeout|clearInterval|super|destroy|rmSync|kill)$/;

const RULES: Readonly<Record<string, readonly ((place: Place) => Change[])[]>> = {
  ThrowStatement: [droppedThrow],
  ReturnStatement: [droppedReturn],
  ConditionalExpression: [neverRefused],
  ExpressionStatement: [droppedCall],
  BinaryExpression: [comparisonEdits, arithmeticEdits],
  AssignmentExpression: [arithmeticEdits],
  LogicalExpression: [logicalEdits],
  IfStatement: [turnedTest],
  Literal: [numberEdits, turnedRounding],
  CallExpression: [turnedCall],
};

const cut = (kind: Kind, { start, end }: Node, to: string): Change => ({ kind, start, end, to });
const source = (text: string, node: Node | undefined) => (node ? text.slice(node.start, node.end) : "");

function droppedThrow({ text, node }: Place): Change[] {
  return REFUSES.test(source(text, node)) ? [cut("refusal", node, "{}")] : [];
}

/** A return that refuses, or leaves early, inside an `if`. */
function droppedReturn({ text, node, around }: Place): Change[] {
  const parent = around.at(-1);
  const isBranch =
    parent?.type === "IfStatement" || (parent?.type === "BlockStatement" && around.at(-2)?.type === "IfStatement");
  if (!isBranch) return [];
  const answer = source(text, child(node, "argument"));
  const refuses = REFUSES.test(answer) || /"[a-z]+\.[a-z_]+"/.test(answer);
  return refuses ? [cut("refusal", node, "{}")] : [];
}

function neverRefused({ text, node }: Place): Change[] {
  const [yes, no] = [child(node, "consequent"), child(node, "alternate")];
  const [first, second] = [source(text, yes), source(text, no)];
  const refuses = (branch: string) => /^new \w*Refusal\(|^fieldRefusal\(/.test(branch) || CODE.test(branch);
  if (refuses(first) === refuses(second)) return [];
  return [cut("refusal", node, refuses(first) ? `(${second})` : `(${first})`)];
}

function droppedCall({ text, node }: Place): Change[] {
  const expression = child(node, "expression");
  const call = expression?.type === "AwaitExpression" ? child(expression, "argument") : expression;
  if (!call || !/^(CallExpression|TaggedTemplateExpression)$/.test(call.type)) return [];
  const name = lastName(call);
  const isRefusal = children(call, "arguments").some((argument) => CODE.test(source(text, argument)));
  if (isRefusal) return [cut("refusal", node, "{}")];
  if (TELLS.test(name) && !IDLE.test(name)) return [cut("event", node, "{}")];
  return IDLE.test(name) ? [] : [cut("write", node, "{}")];
}

const COMPARED: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
};

function operatorEdits({ text, node }: Place, kind: Kind, others: readonly string[]): Change[] {
  const operator = String(node.operator);
  const start = text.indexOf(operator, child(node, "left")?.end ?? node.start);
  return others.map((to) => ({ kind, start, end: start + operator.length, to }));
}

function comparisonEdits(place: Place): Change[] {
  const kind = kindOfCondition(source(place.text, place.node), "comparison");
  return operatorEdits(place, kind, COMPARED[String(place.node.operator)] ?? []);
}

/** The other operator, and each side alone. */
function logicalEdits(place: Place): Change[] {
  const { node, text } = place;
  const other = { "&&": "||", "||": "&&" }[String(node.operator)];
  if (!other) return [];
  const sides = [child(node, "left"), child(node, "right")].flatMap((side) => (side ? [side] : []));
  const alone = sides.map((kept, index) => {
    const gone = sides[1 - index];
    return cut(kindOfCondition(source(text, gone), "comparison"), node, source(text, kept));
  });
  return [...operatorEdits(place, "comparison", [other]), ...alone];
}

/** `if (isOpen)`, `if (!isOpen)`, `if (mayOpen(x))`: conditions without an operator that is changed elsewhere. */
function turnedTest({ text, node }: Place): Change[] {
  const test = child(node, "test");
  if (!test || !/^(Identifier|MemberExpression|CallExpression|UnaryExpression)$/.test(test.type)) return [];
  const written = source(text, test);
  const to = written.startsWith("!") ? written.slice(1) : `!(${written})`;
  return [cut(kindOfCondition(written, "comparison"), test, to)];
}

const COMPUTED: Readonly<Record<string, readonly string[]>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "+=": ["-="],
  "-=": ["+="],
};

function arithmeticEdits(place: Place): Change[] {
  const { node, text } = place;
  const isText = [child(node, "left"), child(node, "right")].some((side) => side && isTextual(side, text));
  return isText ? [] : operatorEdits(place, "arithmetic", COMPUTED[String(node.operator)] ?? []);
}

function isTextual(node: Node, text: string): boolean {
  if (node.type === "TemplateLiteral") return true;
  if (node.type === "Literal") return typeof node.value === "string";
  const sides = [child(node, "left"), child(node, "right")];
  return node.type === "BinaryExpression" && sides.some((side) => side && isTextual(side, text));
}

/** Numbers that count something: not places in lists, not names of properties, not lengths of slices. */
function numberEdits({ text, node, around }: Place): Change[] {
  const written = source(text, node);
  const parent = around.at(-1);
  if (!/^\d[\d_]*n?$/.test(written) || !parent) return [];
  const isPlace = parent.type === "MemberExpression" || (parent.type === "Property" && parent.key === node);
  const isCut =
    parent.type === "CallExpression" &&
    /^(slice|at|splice|charAt|padStart|padEnd|charCodeAt|indexOf)$/.test(lastName(parent));
  if (isPlace || isCut) return [];
  const tail = written.endsWith("n") ? "n" : "";
  return numbersFor(written.replace("n", "")).map((digits) => cut("constant", node, digits + tail));
}

function turnedRounding({ text, node }: Place): Change[] {
  const to = { '"up"': '"down"', '"down"': '"up"' }[source(text, node)];
  return to ? [cut("arithmetic", node, to)] : [];
}

const TURNED: Readonly<Record<string, string>> = {
  ceil: "floor",
  floor: "ceil",
  round: "floor",
  min: "max",
  max: "min",
};

function turnedCall({ text, node }: Place): Change[] {
  const callee = child(node, "callee");
  const name = child(callee, "property") ?? callee;
  if (!name) return [];
  const written = source(text, name);
  const isMath = source(text, callee).startsWith("Math.");
  const to = isMath ? TURNED[written] : written.replace(/(Up|Down)$/, (end) => (end === "Up" ? "Down" : "Up"));
  return to && to !== written ? [cut("arithmetic", name, to)] : [];
}

const SPEAKS_SQL = /(?:^|\s)(?:select|insert into|update|delete from|where|and|or|order by|on conflict|join)\s/;

function templateEdits({ text, node, around }: Place, names: readonly string[]): Edit[] {
  const parent = around.at(-1);
  const isTagged =
    parent?.type === "TaggedTemplateExpression" && /^(rows|sql|query)$/.test(lastName(child(parent, "tag")));
  const [start, end] = [node.start + 1, node.end - 1];
  let code = text.slice(start, end);
  if (!isTagged && !SPEAKS_SQL.test(code.slice(0, 40))) return [];
  if (!isTagged && !/^\s*(select|insert|update|delete|with)\s/.test(code)) return [];
  for (const hole of children(node, "expressions")) {
    const from = text.lastIndexOf("${", hole.start) - start;
    const to = text.indexOf("}", hole.end) + 1 - start;
    code = `${code.slice(0, from)}$${"p".repeat(to - from - 1)}${code.slice(to)}`;
  }
  const moved = (edit: Edit): Edit => ({ ...edit, start: edit.start + start, end: edit.end + start });
  return sqlEdits({ code, text: text.slice(start, end), names }).map(moved);
}
