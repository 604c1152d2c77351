import type { ReactNode } from 'react';
import type { Picture as PictureData } from '#contract/pictures.ts';
import { SHOP } from '#contract/shop.ts';
import { Picture } from '../ui/picture.tsx';

type Props = {
  title: string;
  lead: ReactNode;
  /** A picture beside the heading, and which part of it stays visible where it is cropped. */
  scene?: { picture: PictureData; alt: string; keep: string };
  children: ReactNode;
};

/** A wide picture needs more room than a tall one. On phones it is cropped, so its file is wider than the screen. */
const SHAPES = {
  wide: {
    header: 'desk:grid-cols-[5fr_7fr]',
    picture: 'aspect-4/3 tablet:aspect-video',
    sizes: '(min-width: 1481px) 760px, (min-width: 1081px) 52vw, (min-width: 721px) 92vw, 134vw',
  },
  tall: {
    header: 'tablet:grid-cols-[7fr_5fr]',
    picture: 'aspect-6/5 tablet:aspect-square',
    sizes: '(min-width: 1481px) 550px, (min-width: 721px) 40vw, 100vw',
  },
};

/** The layout of every page that is mostly text: heading, lead, perhaps a picture, then sections. */
export function InformationPage({ title, lead, scene, children }: Props) {
  const shape = SHAPES[scene && scene.picture.height > scene.picture.width ? 'tall' : 'wide'];
  return (
    <article className="wrap pt-[clamp(1.75rem,4vw,3.5rem)]">
      <p className="hidden pb-6 font-serif text-h3 print:block">{SHOP.name}</p>
      <header className={scene ? `grid items-center gap-x-16 gap-y-7 ${shape.header}` : ''}>
        <div className="min-w-0 max-w-[44rem]">
          <h1>{title}</h1>
          <p className="mt-4 text-lead text-soft">{lead}</p>
        </div>
        {scene && (
          <Picture
            picture={{ ...scene.picture, alt: scene.alt }}
            sizes={shape.sizes}
            eager
            className={`max-tablet:-mx-side tablet:rounded-square print:hidden ${shape.picture} ${scene.keep}`}
          />
        )}
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
      className="grid gap-x-16 gap-y-3 border-line border-b py-8 desk:grid-cols-[18rem_minmax(0,1fr)] desk:py-11 print:block print:py-6"
    >
      <h2 className="text-h3 print:mb-3">{title}</h2>
      <div className="prose max-w-measure">{children}</div>
    </section>
  );
}
