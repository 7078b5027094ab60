/** What a folder is called, how many files it holds, and which of them make one of their own. */
import { basename, dirname } from "node:path";
import type { Rule } from "./rules.ts";

const MOST_FILES = 25;
const MOST_ALIKE = 2;
/** Made by tools, and a list that only grows. */
const OF_ANY_SIZE = /\/generated(\/|$)|^server\/migrations$/;
/** A hook is named by what it uses, a screen by its page. */
const KEEPS_ITS_NAME = /^use-|-screen\.tsx$/;
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

export const folderSizes: Rule = (tree) => {
  const folders = Map.groupBy(
    [...tree.keys()].filter((path) => !isTest(path)),
    dirname,
  );
  const faults = [...folders].flatMap(([folder, { length }]) =>
    length > MOST_FILES && !OF_ANY_SIZE.test(folder) ? [`${folder}: ${length} files, at most ${MOST_FILES}`] : [],
  );
  return { looked: tree.size, faults };
};

export const sharedBeginnings: Rule = (tree) => {
  const files = [...tree.keys()].filter(
    (path) => /\.tsx?$/.test(path) && !isTest(path) && !KEEPS_ITS_NAME.test(basename(path)),
  );
  const groups = Map.groupBy(files, (path) => `${dirname(path)}/${beginningOf(path)}`);
  const faults = [...groups].flatMap(([beginning, { length }]) =>
    length > MOST_ALIKE ? [`${beginning}-*: ${length} files, which are a folder of that name`] : [],
  );
  return { looked: files.length, faults };
};

const beginningOf = (path: string) => /^[^.-]+/.exec(basename(path))?.[0] ?? "";
