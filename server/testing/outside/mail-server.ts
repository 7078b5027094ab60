/** A mail server for tests on loopback that keeps every email as it came. */
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterTests } from "../after-tests.ts";

export type CaughtMail = Email & { readonly to: string; header(name: string): string | undefined };

/** `sent()` gives what came since it was last asked. */
export async function catchMails(): Promise<{ smtpUrl: string; sent(): CaughtMail[] }> {
  const caught: CaughtMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
          caught.push({ ...mail, to: session.envelope.rcptTo[0]?.address ?? "", header } as unknown as CaughtMail);
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  afterTests(() => new Promise<void>((done) => server.close(() => done())));
  const { port } = server.server.address() as AddressInfo;
  return { smtpUrl: `smtp://127.0.0.1:${port}`, sent: () => caught.splice(0) };
}
