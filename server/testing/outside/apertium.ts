/** A program that is asked as Apertium is, and translates a few words: the text decides whether it hangs, fails or spoils what it got. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterTests } from "../after-tests.ts";

const SCRIPT = `#!/bin/sh
if [ "$1" = -l ]; then
  printf '  eng-spa\\n  es-pt\\n  es-pt_BR\\n  spa-eng\\n  spa-eng_US\\n  eng-spa-morph\\n'
  exit 0
fi
[ "$1" = -u ] && [ $# = 2 ] || exit 2
text=$(cat /dev/stdin; echo .)
text=\${text%.}
case "$text" in
  *hang*) sleep 61 | cat ;;
  *fail*) echo 'no such mode' >&2; exit 1 ;;
  *slow*) sleep 0.3 ;;
  *flood*) yes 'so many words' ;;
  *lose*) printf '%s' "$text" | sed 's/xq*[a-j]*x//g'; exit 0 ;;
  *repeat*) printf '%s %s' "$text" "$text"; exit 0 ;;
  *tally*) printf '%s 7' "$text"; exit 0 ;;
esac
case "$2" in
  eng-spa) printf '%s' "$text" | sed 's/Hello/Hola/g; s/please/por favor/g; s/pay/paga/g; s/thanks/gracias/g' ;;
  spa-eng) printf '%s' "$text" | sed 's/Hola/Hello/g; s/gracias/thanks/g; s/paga/pay/g' ;;
  *) printf '%s' "$text" ;;
esac
`;

/** The file of the program, which is there until the tests of the caller's file end. */
export function fakeApertium(): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-apertium-"));
  afterTests(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "apertium");
  writeFileSync(file, SCRIPT, { mode: 0o755 });
  return file;
}
