// Guards: a document's head has the rules that its markup uses, in the sheet's order, and no others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { criticalCss } from "./critical-css.ts";

const style = (text: string) => ({ href: "/x.css", text });
const used = (text: string, markup: string) => criticalCss(style(text), markup, new Set());

test("a rule stays when an element has all classes of one of its selectors", () => {
  const sheet = ".a{color:red}.b{color:blue}.a .c,.d{margin:0}";
  assert.equal(used(sheet, '<p class="a">'), ".a{color:red}");
  assert.equal(used(sheet, '<p class="a c">'), ".a{color:red}.a .c,.d{margin:0}");
  assert.equal(used(sheet, '<p class="d">'), ".a .c,.d{margin:0}");
});

test("rules of elements, variables and animations always stay", () => {
  const sheet = ":root{--x:1}p{margin:0}@keyframes spin{to{rotate:1turn}}";
  assert.equal(used(sheet, "<p>"), sheet);
});

test("a block of which nothing is used goes, around what is used it stays", () => {
  const sheet = "@layer utilities{@media (width>=40rem){.sm\\:p-4{padding:1rem}}.p-2{padding:.5rem}}";
  assert.equal(used(sheet, '<p class="p-2">'), "@layer utilities{.p-2{padding:.5rem}}");
  assert.equal(used(sheet, '<p class="sm:p-4">'), "@layer utilities{@media (width>=40rem){.sm\\:p-4{padding:1rem}}}");
});

test("a class that the markup escapes is found, and braces in quotes end no rule", () => {
  const sheet = '.\\[\\&\\>p\\]\\:m-0>p{margin:0}.q:before{content:"}"}.r{margin:0}';
  assert.equal(used(sheet, '<div class="[&amp;&gt;p]:m-0">'), ".\\[\\&\\>p\\]\\:m-0>p{margin:0}");
  assert.equal(used(sheet, '<div class="q">'), '.q:before{content:"}"}');
});

test("a registered property that an earlier sheet of the page has said is not said again", () => {
  const said = new Set<string>();
  const sheet = '@property --x{syntax:"*";inherits:false}.a{margin:0}';
  assert.equal(criticalCss(style(sheet), '<p class="a">', said), sheet);
  assert.equal(criticalCss(style(sheet), '<p class="a">', said), ".a{margin:0}");
});
