/** In a demo market: where the email is that was just sent. */
import { usePage, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";

export function InboxNotice({ to }: { to: string }) {
  const page = usePage();
  const t = useT();
  if (!page.isDemo) return null;
  return (
    <Alert kind="info">
      {t.rich("auth.verify.demo", {
        link: (chunks) => (
          <a
            key="link"
            href={`${page.href("demoInbox", undefined)}?to=${encodeURIComponent(to)}`}
            target="_blank"
            rel="noreferrer"
            className="font-semibold text-brand underline"
          >
            {chunks}
          </a>
        ),
      })}
    </Alert>
  );
}
