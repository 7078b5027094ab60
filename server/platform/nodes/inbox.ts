/** The local mail server: takes every mail on loopback and keeps it, so that codes can be read without a provider. */
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Db, Tx } from "../db.ts";

let isOpen = false;

/** Called once when the app is built: open in the demo market, and where mails stay on this machine. */
export function useInboxPage(open: boolean): void {
  isOpen = open;
}

/** Whether everybody at this machine may read what the inbox kept. */
export function isInboxOpen(): boolean {
  return isOpen;
}

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

export type InboxMail = { id: bigint; to_address: string; subject: string; body_text: string; at: Date };

/** The newest mails, of one address or of all. */
export async function inboxMails(tx: Tx, { to }: { to?: string | undefined }): Promise<InboxMail[]> {
  return tx.rows<InboxMail>`
    select id, to_address, subject, body_text, at
    from inbox_mails
    where ${to ?? null}::text is null or to_address = lower(${to ?? null})
    order by id desc
    limit 50`;
}
