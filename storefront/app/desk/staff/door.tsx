import type { ReactNode } from 'react';
import { pictureUrl, srcSet } from '#contract/picture-files.ts';
import site from '../../../../catalogue/made/site.json';
import { Marigold } from '../../shell/brand.tsx';

/** The page in front of the desk: words on the left, flowers on the right where there is room. */
export function Door({ children, foot }: { children: ReactNode; foot: ReactNode }) {
  const picture = site['hero-phone'];
  return (
    <div className="door">
      <section>
        <a className="door-mark" href="/desk">
          <Marigold className="desk-flower" />
          <span>
            Marigold Lane <i>desk</i>
          </span>
        </a>
        <div className="door-form">{children}</div>
        <p className="text-mute text-small">{foot}</p>
      </section>
      <div className="door-picture">
        <picture>
          <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes="50vw" />
          <img
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
