import type { ReactNode } from 'react';

export type FlagLook = 'good' | 'swap' | 'again' | 'plain';
const LOOKS: Record<FlagLook, string> = {
  good: 'bg-sage text-leaf-900',
  swap: 'bg-tint text-marigold-ink',
  again: 'bg-blush text-rose-ink',
  plain: 'inset-ring inset-ring-control',
};

type Props = { look?: FlagLook; as?: 'span' | 'p' | 'li'; children: ReactNode };

/** Only what is out of the ordinary carries one. */
export const Flag = ({ look = 'good', as: Tag = 'span', children }: Props) => (
  <Tag className={`desk-flag ${LOOKS[look]}`}>{children}</Tag>
);

/** Several of them. */
export const Flags = ({ flags }: { flags: readonly [words: string, look: FlagLook][] }) =>
  flags.length > 0 && (
    <ul className="flex flex-wrap gap-1.25">
      {flags.map(([words, look]) => (
        <Flag key={words} as="li" look={look}>
          {words}
        </Flag>
      ))}
    </ul>
  );
