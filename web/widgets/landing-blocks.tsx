/** The blocks of a landing, for pages of text that the server draws and for the embedded app. */
import type { Landing } from "#contract/site/landing.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

export function LandingBlocks({ title, lead, actions, note, numbers, offers, steps, html }: Landing) {
  return (
    <article className="article mx-auto grid max-w-xl min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-3">
        <LandingTitle title={title} lead={lead} />
        <LandingActions actions={actions} note={note} />
      </header>
      {numbers.length > 0 && <Numbers numbers={numbers} />}
      {offers && <Offers {...offers} />}
      {steps && <Steps {...steps} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own files as Markdown, in which HTML is text. */}
      {html !== "" && <div dangerouslySetInnerHTML={{ __html: html }} />}
    </article>
  );
}

export function LandingTitle({ title, lead }: Pick<Landing, "title" | "lead">) {
  return (
    <>
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{title}</h1>
      <p className="text-lg text-muted">{lead}</p>
    </>
  );
}

export function LandingActions({ actions, note }: Pick<Landing, "actions" | "note">) {
  if (note !== null) return <p className="text-sm text-muted">{note}</p>;
  if (actions.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 [&_a]:no-underline">
      {actions.map(({ label, href }, place) => (
        <LinkButton key={href} href={href} look={place === 0 ? "primary" : "secondary"}>
          {label}
        </LinkButton>
      ))}
    </div>
  );
}

function Numbers({ numbers }: Pick<Landing, "numbers">) {
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {numbers.map(({ name, value }) => (
        <div key={name} className="grid content-start gap-1 rounded-xl border border-line bg-raised p-4 shadow-card">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="m-0 font-semibold tabular-nums">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Offers({ title, lines }: NonNullable<Landing["offers"]>) {
  return (
    <section className="grid gap-3">
      <h2>{title}</h2>
      <Card className="divide-y divide-line overflow-hidden">
        {lines.map(({ href, method, price, range }) => (
          <a
            key={href}
            href={href}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 p-3 text-sm no-underline hover:bg-sunken"
          >
            <bdi className="font-medium">{method}</bdi>
            <span className="grid justify-items-end tabular-nums">
              <bdi className="font-semibold">{price}</bdi>
              <bdi className="text-xs text-muted">{range}</bdi>
            </span>
          </a>
        ))}
      </Card>
    </section>
  );
}

function Steps({ title, lines }: NonNullable<Landing["steps"]>) {
  return (
    <section>
      <h2>{title}</h2>
      <ol>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </section>
  );
}
