/** The local mail server: takes every mail on loopback and keeps it, so that codes can be read without a provider. */
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Db } from "../platform/postgres/db.ts";

export type Inbox = { readonly smtpUrl: string; stop(): Promise<void> };

export async function startInbox(db: Db): Promise<Inbox> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    size: 1_000_000,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        keep(db, Buffer.concat(chunks), to).then(() => done(), done);
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  server.on("error", () => undefined);
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function keep(db: Db, raw: Buffer, to: readonly string[]): Promise<void> {
  const mail = await PostalMime.parse(raw);
  await db.tx(async (tx) => {
    for (const address of to) {
      await tx.rows`
        insert into inbox_mails (to_address, subject, body_text, at)
        values (${address.toLowerCase()}, ${mail.subject ?? ""}, ${mail.text ?? ""}, ${tx.now})`;
    }
    await tx.rows`
      delete from inbox_mails
      where id <= (select max(id) from inbox_mails) - 2000`;
  });
}
