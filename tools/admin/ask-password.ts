/** Asks for a password: on a terminal twice and unseen, otherwise the first line of the standard input. Never an argument. */
import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Throws when the two differ, and when there is none. */
export async function askPassword(question: string): Promise<string> {
  if (!stdin.isTTY) return firstLine();
  const password = await askUnseen(question);
  if ((await askUnseen("The same again: ")) !== password) throw new Error("The two passwords are not the same.");
  return password;
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: stdin });
  for await (const line of lines) return line;
  throw new Error("There is no terminal to ask for the password, and none came over the standard input.");
}

async function askUnseen(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  stdout.write(question);
  try {
    return await new Promise<string>((answer, fail) => {
      lines.once("line", answer);
      lines.once("close", () => fail(new Error("No password was given.")));
      lines.once("SIGINT", () => lines.close());
    });
  } finally {
    stdout.write("\n");
    lines.close();
  }
}
