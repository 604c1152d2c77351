import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';

type Props = {
  title: ReactNode;
  /** The page that it belongs to, with a word for it. */
  crumb?: { to: string; words: ReactNode };
  /** What it is about, in a sentence. */
  lead?: ReactNode;
  /** What stands before all of it. */
  above?: ReactNode;
  /** More that stands below the name. */
  below?: ReactNode;
  /** What can be done with all of it. */
  acts?: ReactNode;
  /** Alone in the middle of the page, as for one decision. */
  isNarrow?: boolean;
  children?: ReactNode;
  className?: string;
  ref?: Ref<HTMLElement>;
};

/** A page of the desk: where it belongs, its name, what it is about and what can be done with it. */
export function Page({
  title,
  crumb,
  lead,
  above,
  below,
  acts,
  isNarrow = false,
  children,
  className = '',
  ref,
}: Props) {
  return (
    <section ref={ref} className={`desk-page ${className}`}>
      <div className={isNarrow ? 'mx-auto grid max-w-130 gap-4' : undefined}>
        {above}
        {crumb && <Crumb {...crumb} />}
        <div className="desk-top">
          {/* A name alone leaves room beside it, on a phone too. */}
          <div className={lead === undefined ? 'basis-35' : undefined}>
            <h1 dir="auto">{title}</h1>
            {lead !== undefined && <p className="text-soft">{lead}</p>}
            {below}
          </div>
          {acts}
        </div>
        {children}
      </div>
    </section>
  );
}

export const Crumb = ({ to, words }: NonNullable<Props['crumb']>) => (
  <Link className="block w-fit text-small text-soft leading-11 no-underline" to={to}>
    ‹ {words}
  </Link>
);
