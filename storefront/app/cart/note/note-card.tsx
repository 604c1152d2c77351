import { formatDay } from '#contract/delivery.ts';
import { Marigold } from '../../shell/brand.tsx';
import { Postmark } from '../../ui/postmark.tsx';

/** The gift note as it will be printed. */
export function NoteCard({ text, day }: { text: string; day: string | undefined }) {
  return (
    <div className="note-card">
      <Postmark className="absolute top-4 -right-5.5 w-37.5" {...(day && { middle: toMark(day) })} />
      <blockquote>{text}</blockquote>
      <p className="flex items-center gap-2.5 border-line border-t pt-3 text-micro text-mute">
        <Marigold className="size-5" />
        Printed on our card
      </p>
    </div>
  );
}

/** `17 NOV`, as a postmark has it. */
const toMark = (day: string) => formatDay(day, 'short').split(' ').slice(1).join(' ').toUpperCase();
