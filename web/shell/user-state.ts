/** Who is signed in now: a page may have been kept since it was drawn, or another tab may have signed somebody else in. */
import type { PageKit } from "#sdk/page-kit.ts";

const never = () => new Promise<never>(() => undefined);

/** Ends once the page and the server agree about the user; otherwise the page is left. Rejects where the server cannot be asked. */
export async function loadUser({ session, call }: PageKit): Promise<void> {
  const drawnFor = session.get()?.externalId;
  if (drawnFor === undefined) return;
  const answer = await fetch("/rest/v1/users/current_user", { headers: { accept: "application/json" } });
  if (answer.status === 401) {
    // Asked once more in the way that leads to the sign-in.
    const { getCurrentUser } = await import("#contract/people/accounts.ts");
    await call(getCurrentUser, {});
  }
  if (!answer.ok) throw new Error(`the user was not loaded: ${answer.status}`);
  const { data } = (await answer.json()) as { data: { externalId: string } };
  if (data.externalId === drawnFor) return;
  location.reload();
  await never();
}
