/** A page of text: its title, its first paragraph, and what the server made of its Markdown. */
import type { ContentProps } from "#contract/site/content.ts";
import type { Translate } from "#sdk/words/t.ts";
import { LinkButton } from "#ui/button.tsx";

type Props = ContentProps & { readonly t: Translate };

export function ContentPage({ t, title, description, actions, html, version, otherVersions }: Props) {
  return (
    <article className="article mx-auto max-w-xl py-10">
      <header className="grid gap-3">
        <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{title}</h1>
        <p className="text-lg text-muted">{description}</p>
        {actions === null && <p className="text-sm text-muted">{t("pages.content.not_here")}</p>}
        {actions && actions.length > 0 && (
          <div className="flex flex-wrap gap-2 [&_a]:no-underline">
            {actions.map(({ label, href }, place) => (
              <LinkButton key={href} href={href} look={place === 0 ? "primary" : "secondary"}>
                {label}
              </LinkButton>
            ))}
          </div>
        )}
        {version && (
          <p className="text-sm text-muted">
            {t("pages.content.version", { version: String(version.version), since: version.since })}
          </p>
        )}
      </header>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own files as Markdown, in which HTML is text. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      {otherVersions.length > 0 && (
        <section>
          <h2>{t("pages.content.others")}</h2>
          <ul>
            {otherVersions.map((other) => (
              <li key={other.version}>
                <a href={`?version=${other.version}`}>
                  {t("pages.content.version", { version: String(other.version), since: other.since })}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
