import { Link } from 'react-router';
import type { Picture as PictureData } from '#contract/pictures.ts';
import { Marigold } from '../../shell/brand.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Postmark } from '../../ui/postmark.tsx';

/** Two wide tiles break the grid, so that it reads as a shop window and not as a table. */
export function BirthdayTile({ picture }: { picture: PictureData | undefined }) {
  return (
    <li className="no-print col-span-2 grid min-h-65 grid-cols-[1fr_46%] overflow-hidden bg-sage max-tablet:-mx-side tablet:grid-cols-[1.2fr_1fr] tablet:rounded-square">
      <div className="@container flex flex-col items-start justify-between gap-6 px-5 py-7 tablet:p-[clamp(1.5rem,2.6vw,2.5rem)]">
        {/* Never so large that its longest word is broken inside. */}
        <p className="font-serif text-[min(clamp(1.75rem,1.2rem+2vw,2.75rem),16cqi)] leading-[1.08] tracking-tight">
          Birthdays, and the day after, when you remembered.
        </p>
        <Link to="/product?occasion=birthday" className="link">
          Birthday bouquets
        </Link>
      </div>
      {picture && <Picture picture={picture} alt="" sizes="(min-width: 1081px) 24vw, 46vw" className="size-full" />}
    </li>
  );
}

export function NoteTile() {
  return (
    <li className="no-print col-span-2 grid overflow-hidden bg-blush max-tablet:-mx-side tablet:grid-cols-2 tablet:rounded-square">
      <div className="flex flex-col justify-between gap-6 px-5 pt-7 pb-5 tablet:p-[clamp(1.5rem,2.6vw,2.5rem)]">
        <p className="font-serif text-[clamp(1.75rem,1.2rem+2vw,2.75rem)] leading-[1.08] tracking-tight">
          Every bouquet carries your note.
        </p>
        <p className="text-lead">Up to 300 characters, printed on our card. No charge for kind words.</p>
      </div>
      <div className="grid place-items-center px-6 pb-7 tablet:py-7 tablet:pr-7 tablet:pl-0">
        <NoteCard words="Well done, you. Dinner’s on us on Friday. Mum and Dad" />
      </div>
    </li>
  );
}

function NoteCard({ words }: { words: string }) {
  return (
    <div className="relative flex min-h-55 w-full flex-col justify-between gap-4 overflow-hidden rounded-square bg-lift px-7 py-6 shadow-paper">
      <Postmark className="absolute top-4 -right-5 w-38" />
      <p className="pt-18 font-note text-[1.3125rem] italic leading-[1.45]">{words}</p>
      <p className="flex items-center gap-2 border-line border-t pt-3 text-micro text-mute">
        <Marigold className="size-5" />
        Printed on our card
      </p>
    </div>
  );
}
