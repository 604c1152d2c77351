import type { ReactNode } from 'react';

type Props = { title: string; lead: ReactNode; children: ReactNode };

/** The shape of every page that is mostly words: a heading, one line that says it all, then sections. */
export function InformationPage({ title, lead, children }: Props) {
  return (
    <article className="wrap pt-[clamp(1.75rem,4vw,3.5rem)]">
      <header className="max-w-[44rem]">
        <h1>{title}</h1>
        <p className="mt-4 text-lead text-soft">{lead}</p>
      </header>
      <div className="mt-[clamp(1.75rem,4vw,3.5rem)] border-line border-t">{children}</div>
    </article>
  );
}

/** A section with its heading to the left of its words where there is room. */
export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section
      id={id}
      className="grid gap-x-16 gap-y-3 border-line border-b py-8 desk:grid-cols-[18rem_minmax(0,1fr)] desk:py-11"
    >
      <h2 className="text-h3">{title}</h2>
      <div className="prose max-w-measure">{children}</div>
    </section>
  );
}
