import type { ReactNode, Ref } from 'react';

type Props = { title: string; id: string; ref?: Ref<HTMLElement>; children: ReactNode };

/** A part of what is edited, under its name. */
export const EditorSection = ({ title, id, ref, children }: Props) => (
  <section ref={ref} aria-labelledby={id}>
    <h2 id={id} className="mb-1 border-leaf-900 border-b pb-2.5 font-serif text-slip">
      {title}
    </h2>
    {children}
  </section>
);
