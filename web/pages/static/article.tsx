/** A page of text: a title, a lead, sections. */
import type { ReactNode } from "react";

export function Article({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className="mx-auto grid max-w-xl gap-8 py-10">
      <header className="grid gap-3">
        <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{title}</h1>
        <p className="text-lg text-muted">{lead}</p>
      </header>
      {children}
    </article>
  );
}

export function ArticleSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="grid gap-2 text-ink">{children}</div>
    </section>
  );
}
