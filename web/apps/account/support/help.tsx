/** What answers many questions at once, and the operator's own address. */
import { usePage, useT } from "#sdk/page-kit.ts";

export function Help() {
  const page = usePage();
  const t = useT();
  const { supportEmail } = page.settings;
  return (
    <footer className="grid gap-2 text-sm text-muted">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <a className="inline-flex min-h-11 items-center underline" href={page.href("legal/dispute-rules", undefined)}>
          {t("support.form.rules")}
        </a>
        <a className="inline-flex min-h-11 items-center underline" href={page.href("company/fees", undefined)}>
          {t("support.form.fees")}
        </a>
      </p>
      {supportEmail && (
        <p>
          {t.rich("support.form.operator", {
            email: () => (
              <a key="email" dir="ltr" className="underline" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>
            ),
          })}
        </p>
      )}
    </footer>
  );
}
