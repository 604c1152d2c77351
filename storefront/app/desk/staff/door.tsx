import type { ReactNode } from 'react';
import { pictureUrl, srcSet } from '#contract/picture-files.ts';
import site from '../../../../catalogue/made/site.json';
import { Marigold } from '../../shell/brand.tsx';

/** The page in front of the desk: words on the left, flowers on the right where there is room. */
export function Door({ children, foot }: { children: ReactNode; foot: ReactNode }) {
  const picture = site['hero-phone'];
  return (
    <div className="grid grid-cols-[1fr_1fr] min-h-[100vh] max-tablet:grid-cols-[minmax(0,1fr)]">
      <section className="flex flex-col justify-between gap-7 min-w-0 py-7 px-[clamp(20px,_5vw,_72px)]">
        <a
          className="inline-flex items-center gap-3 [align-self:flex-start] min-h-11 text-[1.375rem]/[1] font-medium font-serif"
          href="/desk"
        >
          <Marigold className="flex-none w-7 h-7" />
          <span>
            Marigold Lane <i className="text-soft not-italic">desk</i>
          </span>
        </a>
        <div className="[&>h1]:text-balance [&>h1]:text-[clamp(2.25rem,1.6rem+2vw,3rem)] [&>h1+p]:mb-2 grid gap-3 w-[min(430px,_100%)] my-auto">
          {children}
        </div>
        <p className="text-mute text-small">{foot}</p>
      </section>
      <div className="relative overflow-hidden max-tablet:hidden">
        <picture>
          <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes="50vw" />
          <img
            className="size-full absolute inset-0 object-cover [object-position:50%_80%] [transform:scale(1.35)] [transform-origin:55%_85%]"
            src={pictureUrl(picture.id, picture.width, 'jpg')}
            alt=""
            width={picture.width}
            height={picture.height}
            loading="lazy"
          />
        </picture>
      </div>
    </div>
  );
}
