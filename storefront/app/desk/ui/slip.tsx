import type { ReactNode, Ref } from 'react';

type Props = {
  title?: ReactNode;
  id?: string;
  label?: string;
  as?: 'section' | 'div' | 'aside';
  className?: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** White paper: a ticket, a form, somebody's money. */
export function Slip({ title, id, label, as: Tag = 'section', className = '', ref, children }: Props) {
  const titleId = title !== undefined && id ? `${id}-title` : undefined;
  return (
    <Tag
      ref={ref}
      id={id}
      aria-labelledby={titleId}
      aria-label={label}
      className={`grid scroll-my-19 content-start gap-3 rounded-square bg-lift px-6 py-5.5 shadow-paper ${className}`}
    >
      {title !== undefined && (
        <h2 id={titleId} className="font-serif text-slip">
          {title}
        </h2>
      )}
      {children}
    </Tag>
  );
}

/** The name of a part of the page, on a rule. */
export const Heading = ({
  children,
  aside,
  className = '',
}: {
  children: ReactNode;
  aside?: ReactNode;
  className?: string;
}) => (
  <h2
    className={`flex min-h-11 flex-wrap items-baseline justify-between gap-x-3 border-leaf-900 border-b pb-2 font-serif text-section ${className}`}
  >
    {children}
    {aside}
  </h2>
);

/** What there is to know, a line each: its name, and how it is. The last one may be a sum. */
export const Facts = ({
  facts,
  className = '',
}: {
  facts: [name: ReactNode, value: ReactNode, look?: 'sum'][];
  className?: string;
}) => (
  <dl className={className}>
    {facts.map(([name, value, look], place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change in place
      <div key={place} className={`desk-fact ${look ?? ''}`}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
